package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// When the progress of a run is shown.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

// A progress shows on a terminal how far a run has come that lasts over a second.
type progress struct {
	w     io.Writer
	on    bool // w is a terminal
	mixed bool // data go to a terminal, too
	count atomic.Int64

	mu    sync.Mutex // guards what follows, and w
	shown bool
	end   func()
}

func newProgress(w io.Writer, on, mixed bool) *progress {
	return &progress{w: w, on: on, mixed: mixed, end: func() {}}
}

// beginBesideData is begin for while data are written: on a terminal these are progress enough.
func (p *progress) beginBesideData(ctx context.Context, text func(count int64) string) {
	p.count.Store(0)
	if !p.mixed {
		p.begin(ctx, text)
	}
}

// begin starts to show the count, from 0, as text says it, until end is called or ctx is done.
func (p *progress) begin(ctx context.Context, text func(count int64) string) {
	p.count.Store(0)
	if !p.on {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	stopped := make(chan struct{})
	p.end = func() { cancel(); <-stopped }
	go func() {
		defer close(stopped)
		defer p.line("")
		wait := progressAfter
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
			wait = progressEvery
			p.mu.Lock()
			fmt.Fprint(p.w, clearLine, text(p.count.Load()))
			p.shown = true
			p.mu.Unlock()
		}
	}()
}

// line writes whole lines to where the progress is shown.
func (p *progress) line(lines string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		lines = clearLine + lines
		p.shown = false
	}
	io.WriteString(p.w, lines) // there is nowhere to report that stderr is gone
}

// A countingReader counts the octets that are read as progress.
type countingReader struct {
	io.Reader
	p *progress
}

func (r countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.p.count.Add(int64(n))
	return n, err
}

// grouped writes a number with commas between its thousands.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
