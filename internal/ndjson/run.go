package ndjson

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"

	"waymark.example/robotstxt"
)

// MaxLine is how many octets a question may have, its line end not counted.
const MaxLine = 8 << 20

// Options changes how questions are answered. The zero value, like nil, is RFC 9309 without files.
type Options struct {
	// Dialect says by whose reading every robots.txt is understood.
	Dialect robotstxt.Dialect

	// Strict is as in [robotstxt.Options].
	Strict bool

	// ReadFile returns the content of the file that a "file" names. Its errors go into answers. Where it is nil, "file"
	// is an error: a service must not set it.
	ReadFile func(name string) (string, error)
}

// An Answerer answers questions. It remembers the robots.txt files that were asked about recently, so that the
// questions of a site that follow each other cost one parse; a file named by "file" is read again only after it was
// forgotten. It is not safe for concurrent use.
type Answerer struct {
	opts    Options
	recent  memory
	scratch []byte
}

// NewAnswerer returns an Answerer. A nil opts is the zero one.
func NewAnswerer(opts *Options) *Answerer {
	a := &Answerer{recent: memory{seed: maphash.MakeSeed()}}
	if opts != nil {
		a.opts = *opts
	}
	return a
}

// Stats counts what a run answered.
type Stats struct {
	Questions int // lines that were not blank
	Errors    int // of these, answered with an error
}

// Run answers the questions that it reads, in order, until in ends. It writes out what it has whenever no further whole
// line has been read, before it waits for one, so that a program may ask and wait for the answer, line by line. It stops
// where reading or writing fails, and between two lines where ctx is done; a question with an error never stops it.
func (a *Answerer) Run(ctx context.Context, in io.Reader, out io.Writer) (Stats, error) {
	var stats Stats
	w := bufio.NewWriterSize(out, 64<<10)
	var writeErr error
	lines := NewLines(in, MaxLine, func() error {
		writeErr = w.Flush()
		return writeErr
	})
	var answer []byte
	for first := true; ; first = false {
		if err := ctx.Err(); err != nil {
			return stats, errors.Join(context.Cause(ctx), w.Flush())
		}
		line, long, err := lines.Next()
		if err != nil {
			return stats, finish(err, writeErr, w)
		}
		if first {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if !long && len(bytes.Trim(line, " \t\r")) == 0 {
			continue
		}
		stats.Questions++
		ok := false
		if answer, ok = a.append(answer[:0], line, long); !ok {
			stats.Errors++
		}
		if _, writeErr = w.Write(append(answer, '\n')); writeErr != nil {
			return stats, fmt.Errorf("ndjson: writing answers: %w", writeErr)
		}
	}
}

// finish returns the error of a run whose lines ended with err.
func finish(err, writeErr error, w *bufio.Writer) error {
	if writeErr == nil {
		writeErr = w.Flush()
	}
	switch {
	case writeErr != nil:
		return fmt.Errorf("ndjson: writing answers: %w", writeErr)
	case err != io.EOF:
		return fmt.Errorf("ndjson: reading questions: %w", err)
	}
	return nil
}

// append appends the answer to a line, or to the beginning of one that is too long.
func (a *Answerer) append(dst, line []byte, long bool) (answer []byte, ok bool) {
	q := readQuestion(line)
	if long {
		q.err = fmt.Errorf("the line is longer than %d octets", MaxLine)
	}
	result, err := a.answer(&q)
	if err != nil {
		result = Answer{Err: err}
	}
	result.ID = q.id
	return result.AppendJSON(dst), err == nil
}

func (a *Answerer) answer(q *question) (Answer, error) {
	if q.err != nil {
		return Answer{}, q.err
	}
	path, err := robotstxt.PathOf(string(q.url))
	if err != nil {
		return Answer{}, errors.New(strings.TrimPrefix(err.Error(), "robotstxt: "))
	}
	b, err := a.body(q.source, q.body)
	if err != nil {
		return Answer{}, err
	}
	agent := q.agent
	if agent == nil {
		agent = []byte("*")
	}
	rules, name := b.rulesFor(agent)
	return Ask(rules, a.opts.Dialect, name, path), nil
}

// body returns the parsed robots.txt of a question, which it remembers.
func (a *Answerer) body(s source, raw []byte) (*body, error) {
	hash := a.recent.hash(raw)
	if b := a.recent.find(s, raw, hash); b != nil {
		return b, nil
	}
	b := &body{source: s, hash: hash}
	opts := &robotstxt.Options{Dialect: a.opts.Dialect, Strict: a.opts.Strict}
	switch s {
	case inline:
		text, err := a.unquote(raw)
		if err == errNotUTF8 {
			return nil, errors.New(`"robots" is not UTF-8: give its octets as "robots_b64"`)
		} else if err != nil {
			return nil, fmt.Errorf(`"robots" %w`, err)
		}
		b.file = robotstxt.Parse(text, opts)
	case base64ed:
		text, err := a.decode64(raw)
		if err != nil {
			return nil, fmt.Errorf(`"robots_b64" %w`, err)
		}
		b.file = robotstxt.Parse(text, opts)
	default:
		text, err := a.read(raw)
		if err != nil {
			return nil, err
		}
		b.file = robotstxt.Parse(text, opts)
	}
	b.raw = string(raw)
	a.recent.add(b)
	return b, nil
}

// unquote decodes a string; the result is valid until the next call.
func (a *Answerer) unquote(raw []byte) (text []byte, err error) {
	a.scratch, err = appendText(a.scratch[:0], raw)
	return a.scratch, err
}

func (a *Answerer) decode64(raw []byte) ([]byte, error) {
	encoded, err := a.unquote(raw)
	if err != nil {
		return nil, err
	}
	octets := make([]byte, base64.StdEncoding.DecodedLen(len(encoded)))
	n, err := base64.StdEncoding.Decode(octets, encoded)
	if err != nil {
		return nil, errors.New("is not valid base64 (RFC 4648 §4, with padding)")
	}
	return octets[:n], nil
}

func (a *Answerer) read(raw []byte) (string, error) {
	name, err := a.unquote(raw)
	switch {
	case err != nil:
		return "", fmt.Errorf(`"file" %w`, err)
	case a.opts.ReadFile == nil:
		return "", errors.New(`"file" is not taken here: give "robots" or "robots_b64"`)
	}
	return a.opts.ReadFile(string(name))
}
