package testkit

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// FuzzVector checks that the loader takes any octets, keeps its bounds, and that what it reads can be written and read
// again.
func FuzzVector(f *testing.F) {
	f.Add([]byte(good))
	seeds, err := fs.Glob(vectorFiles, "vectors/*/*nul*.txt")
	if err != nil || len(seeds) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, name := range seeds {
		text, err := vectorFiles.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := parse("a/b", text)
		if err != nil {
			return
		}
		if len(v.Robots) > maxRobots || len(v.Cases) > len(text) {
			t.Fatalf("%d octets and %d questions of %d octets", len(v.Robots), len(v.Cases), len(text))
		}
		if len(v.Robots) > maxFile/8 {
			return // written octet by octet, it would exceed the bound of a file
		}
		again, err := parse("a/b", render(v))
		if err != nil {
			t.Fatalf("%v in\n%s", err, render(v))
		}
		if !bytes.Equal(again.Robots, v.Robots) || fmt.Sprint(again.Cases) != fmt.Sprint(v.Cases) {
			t.Fatalf("got %q %v, want %q %v", again.Robots, again.Cases, v.Robots, v.Cases)
		}
	})
}

// render writes a vector, every octet as an escape.
func render(v Vector) []byte {
	var b strings.Builder
	hex := func(s string) string {
		var h strings.Builder
		for i := range len(s) {
			fmt.Fprintf(&h, `\x%02X`, s[i])
		}
		return h.String()
	}
	fmt.Fprintf(&b, "title: T\nsection: %s\nlevel: %s\ndialects: %s\nrobots:\n", v.Section, v.Level, strings.Join(v.Dialects, " "))
	if len(v.Robots) > 0 {
		fmt.Fprintf(&b, "+ %s\n", hex(string(v.Robots)))
	}
	for _, c := range v.Cases {
		fmt.Fprintf(&b, "ask: %s %s\n", hex(c.Agent), hex(c.URL))
		for _, d := range v.Dialects {
			w := c.Want[d]
			fields := fieldsOf(w.Answer)
			fmt.Fprintf(&b, "want %s: %s", d, fields["allowed"])
			for _, field := range w.Pinned[1:] {
				fmt.Fprintf(&b, " %s=%s", field, hex(fields[field]))
			}
			b.WriteString("\n")
		}
	}
	return []byte(b.String())
}

// FuzzCompare checks that any octets are read as answers without harm: all questions are accounted for, and the report
// is bounded by questions and lines.
func FuzzCompare(f *testing.F) {
	opts := &Options{Dialect: FirstMatch}
	whole, err := newGrader(opts)
	if err != nil {
		f.Fatal(err)
	}
	id := whole.items[0].q.ID
	f.Add([]byte(`{"id":"` + id + `","allowed":true,"line":1,"usage":{"train-ai":"allow"}}`))
	f.Add([]byte(`{"id":"` + id + `","error":"no"}` + "\n\n" + `{"id":7}` + "\n" + `[]`))
	f.Add([]byte("\x00\xff\n{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		g := &grader{opts: *opts, items: whole.items, skips: map[string]bool{}}
		g.opts.Dialect = FirstMatch
		report, err := g.compare(bytes.NewReader(text))
		if err == nil && report.Asked != len(whole.items) {
			t.Fatalf("asked %d of %d", report.Asked, len(whole.items))
		}
		if most := len(whole.items)*len(knownFields) + bytes.Count(text, []byte("\n")) + 1; len(report.Failures) > most {
			t.Fatalf("%d failures, more than %d", len(report.Failures), most)
		}
		for _, failure := range report.Failures {
			if len(failure.String()) > 4096 {
				t.Fatalf("a failure of %d octets", len(failure.String()))
			}
		}
	})
}
