package ndjson

import (
	"bytes"
	"io"
)

// firstBuffer is what a Lines begins with; longer lines make it grow.
const firstBuffer = 64 << 10

// Lines divides a stream into lines of bounded length, in memory that is bounded by that length.
type Lines struct {
	in       io.Reader
	most     int
	pause    func() error
	buf      []byte
	start    int  // where the next line begins
	end      int  // of what was read
	searched int  // octets from start on without a line end
	skipping bool // the rest of a line that was too long
	err      error
}

// NewLines returns the lines of in, each of at most most octets. Before each read from in, which may block, it calls
// pause unless that is nil; an error of pause ends the lines.
func NewLines(in io.Reader, most int, pause func() error) *Lines {
	return &Lines{in: in, most: most, pause: pause, buf: make([]byte, min(firstBuffer, most+1))}
}

// Next returns the next line without its LF, and io.EOF after the last one, which needs no LF. Where the line is too
// long, it returns the beginning of it as soon as that is known, with long set, and skips the rest. The line is valid
// until the next call. A line that a read error interrupts is lost.
func (l *Lines) Next() (line []byte, long bool, err error) {
	for { // one step a line end that is skipped, or a read
		unsearched := l.buf[l.start+l.searched : l.end]
		if i := bytes.IndexByte(unsearched, '\n'); i >= 0 {
			line = l.buf[l.start : l.start+l.searched+i]
			l.start, l.searched = l.start+len(line)+1, 0
			if !l.skipping {
				return line, false, nil
			}
			l.skipping = false
			continue
		}
		line = l.buf[l.start:l.end]
		l.searched = len(line)
		switch {
		case l.skipping:
			l.start, l.end, l.searched = 0, 0, 0
		case len(line) > l.most:
			l.start, l.end, l.searched, l.skipping = 0, 0, 0, true
			return line[:l.most], true, nil
		case l.err == io.EOF && len(line) > 0:
			l.start, l.searched = l.end, 0
			return line, false, nil
		}
		if l.err != nil {
			return nil, false, l.err
		}
		l.fill()
	}
}

// fill reads once. It makes room first, in a buffer of at most most+1 octets.
func (l *Lines) fill() {
	if l.start > 0 { // what is moved is less than a line
		copy(l.buf, l.buf[l.start:l.end])
		l.start, l.end = 0, l.end-l.start
	}
	if l.end == len(l.buf) { // at most most: Next takes care of more
		grown := make([]byte, min(2*len(l.buf), l.most+1))
		copy(grown, l.buf)
		l.buf = grown
	}
	if l.pause != nil {
		if l.err = l.pause(); l.err != nil {
			return
		}
	}
	const most = 100 // reads in a row that bring nothing, as in package bufio
	for range most {
		n, err := l.in.Read(l.buf[l.end:])
		l.end, l.err = l.end+n, err
		if n > 0 || err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}
