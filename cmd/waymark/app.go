package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	"golang.org/x/term"
)

// stdio is what a process has from its surroundings.
type stdio struct {
	in        io.Reader
	out, errs io.Writer
	env       func(name string) string
	columns   func(io.Writer) int // of the terminal that a stream is; 0 where it is none
}

// An app is what the commands run with.
type app struct {
	ctx      context.Context
	in       io.Reader
	stdout   io.Writer
	out      *bufio.Writer // before stdout: data
	errs     io.Writer     // stderr: talk
	style    style         // of stdout
	errStyle style
	width    int  // columns of the terminal that stdout is; 0 where it is none
	typed    bool // stdin is a terminal
	progress *progress
}

func newApp(ctx context.Context, io stdio) *app {
	a := &app{ctx: ctx, in: io.in, stdout: io.out, out: bufio.NewWriterSize(io.out, 64<<10), errs: io.errs}
	a.width = io.columns(io.out)
	a.style = style(a.width > 0 && colours(io.env))
	if in, ok := io.in.(*os.File); ok {
		a.typed = io.columns(in) > 0
	}
	errWidth := io.columns(io.errs)
	a.errStyle = style(errWidth > 0 && colours(io.env))
	a.progress = newProgress(a.errs, errWidth > 0, a.width > 0)
	return a
}

// terminalWidth returns the columns of a terminal, or 0 for anything else.
func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
		return width
	}
	return 80
}

// colours reports whether the user's terminal takes colours and the user wants them (no-color.org).
func colours(env func(string) string) bool {
	if env("NO_COLOR") != "" || env("TERM") == "dumb" {
		return false
	}
	return runtime.GOOS != "windows" || env("TERM") != "" || env("WT_SESSION") != "" // the old console shows the codes
}

// talk writes a line for people to stderr: "waymark: error: ...".
func (a *app) talk(kind, text string) {
	coloured := kind
	switch kind {
	case "error":
		coloured = a.errStyle.red(kind)
	case "warning":
		coloured = a.errStyle.yellow(kind)
	case "hint":
		coloured = a.errStyle.dim(kind)
	}
	a.progress.line(fmt.Sprintf("waymark: %s: %s\n", coloured, visible(text)))
}

func (a *app) warn(format string, args ...any) { a.talk("warning", fmt.Sprintf(format, args...)) }

func (a *app) endProgress() { a.progress.end() }
