// Waymark says whether a crawler may fetch a URL by a site's robots.txt (RFC 9309, AIPREF), and why.
//
//	waymark check -f robots.txt -a GPTBot https://example.com/blog/
//
// Data goes to stdout, talk to stderr. The exit status is 2 for usage, input or output that failed and for any question
// without an answer, else 1 if any answer is no, else 0. See "waymark COMMAND --help".
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

// The exit statuses.
const (
	statusYes    = 0
	statusNo     = 1 // some answer is no
	statusFailed = 2 // usage, input or output failed, or a question has no answer
)

// cli is the grammar of the command line.
type cli struct {
	Check      checkCmd      `cmd:"" help:"Say whether crawlers may fetch URLs, and why."`
	Show       showCmd       `cmd:"" help:"Show the groups, rules, sitemaps and other records of a robots.txt."`
	Crawlers   crawlersCmd   `cmd:"" help:"List known crawlers, or tell what is known of one."`
	Version    versionCmd    `cmd:"" help:"Show the version of Waymark and of what it implements."`
	Completion completionCmd `cmd:"" help:"Write a completion script for a shell."`

	VersionFlag kong.VersionFlag `name:"version" help:"Show the version and exit."`
}

func (cli) Help() string {
	return `Waymark reads robots.txt files as RFC 9309 says, with the AI preferences of AIPREF.

Examples:

    waymark check -f robots.txt -a GPTBot https://example.com/blog/
    curl -sL https://example.com/robots.txt | waymark check -f - /private/
    waymark show robots.txt
    waymark crawlers --purpose ai-training

Exit status: 2 where usage, input or output failed or a question has no answer, else 1 where any answer is no, else 0.`
}

func main() {
	ctx, stop := context.Background(), func() {}
	if !signal.Ignored(os.Interrupt) { // as it is for a background job of a script
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt)
	}
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process at once
	done := make(chan int, 1)
	go func() { done <- run(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr, os.Getenv, terminalWidth}) }()
	select {
	case status := <-done:
		if ctx.Err() == nil {
			os.Exit(status)
		}
	case <-ctx.Done():
		const grace = 300 * time.Millisecond // for what runs to write out whole lines; a read may block for ever
		select {
		case <-done:
		case <-time.After(grace):
		}
	}
	stop()
	dieInterrupted()
}

// dieInterrupted ends the process as the interrupt would have, so that shells and make stop too.
func dieInterrupted() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil && self.Signal(os.Interrupt) == nil {
		time.Sleep(time.Second) // until the signal comes
	}
	os.Exit(statusFailed)
}

// run is main without the process: it returns the exit status.
func run(ctx context.Context, args []string, io stdio) int {
	a := newApp(ctx, io)
	err := a.dispatch(args)
	a.endProgress()
	if flushErr := a.out.Flush(); flushErr != nil {
		err = fmt.Errorf("writing output: %w", flushErr)
	}
	var s status
	switch {
	case err == nil:
		return statusYes
	case errors.As(err, &s):
		return int(s)
	case quiet(err):
		return statusFailed
	}
	a.talk("error", plain(err))
	var h *hinted
	if errors.As(err, &h) {
		a.talk("hint", h.hint)
	}
	return statusFailed
}

// dispatch parses the command line and runs the command.
func (a *app) dispatch(args []string) error {
	var grammar cli
	exited := false
	parser, err := newParser(&grammar, a.out, func(int) { exited = true })
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if exited { // --help or --version
		return nil
	}
	if err != nil {
		return &hinted{usageText(err), usageHint(err)}
	}
	return command.Run(a)
}

// newParser returns the parser of the command line. It calls exit after --help and --version, and goes on.
func newParser(grammar *cli, out *bufio.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(grammar,
		kong.Name("waymark"),
		kong.Writers(out, out),
		kong.Exit(exit),
		kong.Vars{"version": versionLine()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100, NoExpandSubcommands: true}),
	)
}

// usageText says in words what kong says of a value or an argument that is missing.
func usageText(err error) error {
	text := err.Error()
	if flag, _, ok := strings.Cut(text, `: expected string value but got "EOL"`); ok {
		return fmt.Errorf("%s needs a value", flag)
	}
	if flag, _, ok := strings.Cut(text, `: missing value, expecting`); ok {
		return fmt.Errorf("%s needs a value", flag)
	}
	if arg, ok := strings.CutPrefix(text, `expected "<`); ok {
		return fmt.Errorf("the argument <%s is missing", strings.Trim(arg, `"`))
	}
	return err
}

// usageHint says where the right usage stands.
func usageHint(err error) string {
	command := "waymark"
	var parseErr *kong.ParseError
	if errors.As(err, &parseErr) && parseErr.Context != nil {
		if node := parseErr.Context.Selected(); node != nil {
			command = node.FullPath()
		}
	}
	return fmt.Sprintf("see %q", command+" --help")
}

// A status is an exit status for which all has been said.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// A hinted error comes with advice.
type hinted struct {
	err  error
	hint string
}

func (h *hinted) Error() string { return h.err.Error() }
func (h *hinted) Unwrap() error { return h.err }

func usageError(format string, args ...any) error {
	return &hinted{fmt.Errorf(format, args...), `see "waymark check --help"`}
}

// quiet reports whether an error needs no words: the reader of the output has gone, or the user has interrupted.
func quiet(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, context.Canceled)
}

// plain returns an error's text without the name of the package that it comes from.
func plain(err error) string {
	text := err.Error()
	for _, prefix := range []string{"robotstxt: ", "authority: ", "crawler: ", "ndjson: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}
