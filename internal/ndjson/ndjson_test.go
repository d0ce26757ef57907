package ndjson_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"waymark.example/internal/ndjson"
	"waymark.example/robotstxt"
)

// answer runs one Answerer over the input and returns its lines.
func answer(t testing.TB, opts *ndjson.Options, input string) ([]string, ndjson.Stats) {
	t.Helper()
	var out bytes.Buffer
	stats, err := ndjson.NewAnswerer(opts).Run(t.Context(), strings.NewReader(input), &out)
	if err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		return nil, stats
	}
	if !strings.HasSuffix(out.String(), "\n") {
		t.Fatalf("output does not end with a line end: %q", out.String())
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n"), stats
}

// TestAnswer pins whole lines, keys and their order included.
func TestAnswer(t *testing.T) {
	const unknown = `,"usage":{"train-ai":"unknown","search":"unknown"}}`
	for _, test := range []struct{ name, in, want string }{
		{"rule", `{"id":1,"robots":"User-agent: FooBot\nDisallow: /a","agent":"FooBot","url":"https://example.com/a/b"}`,
			`{"id":1,"allowed":false,"reason":"rule","line":2,"pattern":"/a","agent":"FooBot","group":"FooBot","path":"/a/b","usage":null}`},
		{"agent absent", `{"id":1,"robots":"User-agent: *\nDisallow: /a","url":"/b"}`,
			`{"id":1,"allowed":true,"reason":"no-match","line":0,"pattern":"","agent":"*","group":"*","path":"/b"` + unknown},
		{"no group", `{"id":1,"robots":"","agent":"x","url":"/b"}`,
			`{"id":1,"allowed":true,"reason":"no-group","line":0,"pattern":"","agent":"x","group":"","path":"/b"` + unknown},
		{"usage", `{"robots":"User-agent: *\nContent-Usage: train-ai=n, search=y\nAllow: /","url":"/"}`,
			`{"id":null,"allowed":true,"reason":"rule","line":3,"pattern":"/","agent":"*","group":"*","path":"/","usage":{"train-ai":"disallow","search":"allow"}}`},
		{"base64", `{"id":1,"robots_b64":"VXNlci1hZ2VudDogKgpEaXNhbGxvdzogL/w=","url":"/\u00fc"}`,
			`{"id":1,"allowed":true,"reason":"no-match","line":0,"pattern":"","agent":"*","group":"*","path":"/%C3%BC"` + unknown},
		{"pattern not UTF-8", `{"id":1,"robots_b64":"VXNlci1hZ2VudDogKgpEaXNhbGxvdzogL/w=","url":"/%FC"}`,
			`{"id":1,"allowed":false,"reason":"rule","line":2,"pattern":"/\ufffd","agent":"*","group":"*","path":"/%FC","usage":null}`},
		{"keys in any order, escapes, white space", "\t{ \"url\" : \"\\/a\" ,\"\\u0069d\":[ 1 ,\t{}] , \"robots\":\"User-agent: *\\r\\nDisallow: /\\u0061\\\"\" } \r",
			`{"id":[ 1 ,` + "\t" + `{}],"allowed":true,"reason":"no-match","line":0,"pattern":"","agent":"*","group":"*","path":"/a"` + unknown},
		{"surrogates", `{"id":1,"robots":"User-agent: *\nDisallow: /\ud83e\udd16","url":"/🤖"}`,
			`{"id":1,"allowed":false,"reason":"rule","line":2,"pattern":"/🤖","agent":"*","group":"*","path":"/%F0%9F%A4%96","usage":null}`},
		{"an agent is a fallback chain", `{"id":1,"robots":"User-agent: a\nDisallow: /\n","agent":"b:a","url":"/x"}`,
			`{"id":1,"allowed":false,"reason":"rule","line":2,"pattern":"/","agent":"b:a","group":"a","path":"/x","usage":null}`},
		{"other keys are passed over", `{"id":1,"robots":"","url":"/x","note":{"a":[1]}}`,
			`{"id":1,"allowed":true,"reason":"no-group","line":0,"pattern":"","agent":"*","group":"","path":"/x"` + unknown},
		{"readers of lines", `{"id":1,"robots":"","agent":"\u2028\u2029\u0085\t` + "\u2028" + `","url":"/x"}`,
			`{"id":1,"error":"\"agent\" holds control octet 0x09 at offset 8"}`},
		{"readers of lines, escaped", `{"id":1,"robots":"","agent":"\u2028\u2029\u0085\"\\","url":"/x"}`,
			`{"id":1,"allowed":true,"reason":"no-group","line":0,"pattern":"","agent":"\u2028\u2029\u0085\"\\","group":"","path":"/x"` + unknown},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _ := answer(t, nil, test.in)
			if len(got) != 1 || got[0] != test.want {
				t.Errorf("got  %s\nwant %s", strings.Join(got, "\n"), test.want)
			}
		})
	}
}

// TestErrors: one error answer for each line, with the id wherever it can be told.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ name, in, id, want string }{
		{"broken", `{"id":1,"robots":"","url`, `1`, "not valid JSON: the line ends where the end of a string should follow"},
		{"broken before the id", `{"url":/a,"id":1}`, `null`, "not valid JSON: want a value at octet 8"},
		{"no JSON", `hello`, `null`, "a question is a JSON object"},
		{"array", `[1]`, `null`, "a question is a JSON object"},
		{"garbage after", `{"id":1,"robots":"","url":"/"} x`, `1`, "more follows the object, at octet 32"},
		{"two objects", `{"id":1,"robots":"","url":"/"}{"id":2}`, `1`, "more follows"},
		{"trailing comma", `{"id":1,}`, `1`, "want a key in quotes at octet 9"},
		{"colon missing", `{"id" 1}`, `null`, `want ":" at octet 7`},
		{"comma missing", `{"id":1 "url":"/"}`, `1`, `want "," or "}" at octet 9`},
		{"bad number", `{"id":01,"robots":"","url":"/"}`, `null`, "want a value at octet 7"},
		{"bad nesting", `{"id":[1},"robots":"","url":"/"}`, `null`, "not valid JSON"},
		{"open nesting", `{"id":[[{"a":"b"},`, `null`, "not valid JSON"},
		{"bad escape", `{"id":1,"robots":"\x","url":"/"}`, `1`, `"robots" is not valid JSON`},
		{"control octet", "{\"id\":1,\"robots\":\"a\tb\",\"url\":\"/\"}", `1`, `"robots" is not valid JSON: it holds an unescaped control octet`},
		{"bad escape in url", `{"id":1,"robots":"","url":"/\u12"}`, `1`, `"url" is not valid JSON`},
		{"bad escape in id", `{"id":"\q","robots":"","url":"/"}`, `null`, `"id" is not a valid JSON string`},
		{"bad escape after a surrogate in id", `{"id":"\ud800\q","robots":"","url":"/"}`, `null`, `"id" is not a valid JSON string`},
		{"none", `{"id":1,"url":"https://example.com/"}`, `1`, `fetching is not part of this version: give "robots", "robots_b64" or "file"`},
		{"two", `{"robots":"","robots_b64":"","url":"/","id":"x"}`, `"x"`, `"robots_b64" is one too many`},
		{"file and robots", `{"id":1,"file":"x","robots":"","url":"/"}`, `1`, `"robots" is one too many`},
		{"file", `{"id":1,"file":"x","url":"/"}`, `1`, `"file" is not taken here`},
		{"a key like another", `{"robots":"","user_agent":"x","url":"/","id":9}`, `9`, `unknown key "user_agent"`},
		{"letter case", `{"id":1,"Robots":"","url":"/"}`, `1`, `unknown key "Robots"`},
		{"given twice", `{"id":1,"url":"/a","robots":"","url":"/b"}`, `1`, `"url" is given twice`},
		{"id given twice", `{"id":1,"robots":"","url":"/","id":2}`, `1`, `"id" is given twice`},
		{"url missing", `{"id":1,"robots":""}`, `1`, `"url" is missing`},
		{"url empty", `{"id":1,"robots":"","url":""}`, `1`, `URL "" is neither absolute nor a path`},
		{"url relative", `{"id":1,"robots":"","url":"example.com/a"}`, `1`, `neither absolute nor a path`},
		{"url with a control octet", `{"id":1,"robots":"","url":"/a\n"}`, `1`, `control octet 0x0A at offset 2`},
		{"url no string", `{"id":1,"robots":"","url":1}`, `1`, `"url" is no string`},
		{"robots null", `{"id":1,"robots":null,"url":"/"}`, `1`, `"robots" is no string`},
		{"agent empty", `{"id":1,"robots":"","agent":"","url":"/"}`, `1`, `"agent" is empty`},
		{"agent null", `{"id":1,"robots":"","agent":null,"url":"/"}`, `1`, `"agent" is no string`},
		{"agent with a control octet", `{"id":1,"robots":"","agent":"a\u0000","url":"/"}`, `1`, `control octet 0x00 at offset 1`},
		{"robots not UTF-8", "{\"id\":1,\"robots\":\"\xFF\",\"url\":\"/\"}", `1`, `"robots" is not UTF-8: give its octets as "robots_b64"`},
		{"robots with half a surrogate", `{"id":1,"robots":"\udcff","url":"/"}`, `1`, `"robots" is not UTF-8`},
		{"url not UTF-8", "{\"id\":1,\"robots\":\"\",\"url\":\"/\xFF\"}", `1`, `"url" is not UTF-8`},
		{"agent not UTF-8", "{\"id\":1,\"robots\":\"\",\"agent\":\"\\ud800x\",\"url\":\"/\"}", `1`, `"agent" is not UTF-8`},
		{"id not UTF-8", "{\"id\":\"\xFF\",\"robots\":\"\",\"url\":\"/\"}", `null`, `"id" is not UTF-8`},
		{"nested id not UTF-8", "{\"id\":[\"\xFF\"],\"robots\":\"\",\"url\":\"/\"}", `null`, `"id" is not UTF-8`},
		{"bad base64", `{"id":1,"robots_b64":"a","url":"/"}`, `1`, `"robots_b64" is not valid base64`},
		{"nested too deep", `{"id":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `,"robots":"","url":"/"}`, `null`, "want a value"},
	} {
		t.Run(test.name, func(t *testing.T) {
			lines, stats := answer(t, nil, test.in+"\n"+`{"id":"next","robots":"","url":"/"}`)
			if len(lines) != 2 || stats != (ndjson.Stats{Questions: 2, Errors: 1}) {
				t.Fatalf("got %d lines, %+v", len(lines), stats)
			}
			var got struct {
				ID    json.RawMessage
				Error string
			}
			if err := json.Unmarshal([]byte(lines[0]), &got); err != nil {
				t.Fatalf("%v: %s", err, lines[0])
			}
			if string(got.ID) != test.id || !strings.Contains(got.Error, test.want) {
				t.Errorf("got id %s, error %q; want %s, %q", got.ID, got.Error, test.id, test.want)
			}
			if !strings.HasPrefix(lines[1], `{"id":"next","allowed":true,`) {
				t.Errorf("the next line: %s", lines[1])
			}
		})
	}
}

// TestIDs: an id comes back octet for octet.
func TestIDs(t *testing.T) {
	for _, id := range []string{`0`, `-0.0e+10`, `1e999`, `"\u0061\/"`, `"\ud800"`, `null`, `true`, `{"b":1, "a":[ "}" , "\"]" ]}`, `"é` + "\u2028" + `"`} {
		got, _ := answer(t, nil, `{"robots":"","url":"/","id":`+id+`}`)
		if want := `{"id":` + id + `,"allowed":true`; len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("id %s: got %s", id, got)
		}
	}
}

func TestBlankLines(t *testing.T) {
	q := `{"id":1,"robots":"","url":"/"}`
	for _, in := range []string{q, q + "\n", "\n" + q + "\r\n", "\uFEFF" + q, "\uFEFF\n \t \r\n" + q + "\n\n"} {
		if got, stats := answer(t, nil, in); len(got) != 1 || stats.Questions != 1 || stats.Errors != 0 {
			t.Errorf("%q: got %q, %+v", in, got, stats)
		}
	}
	if got, _ := answer(t, nil, " \n\n"); got != nil {
		t.Errorf("got %q", got)
	}
}

// TestDialect: options reach the parser, and the path is in the form of the dialect.
func TestDialect(t *testing.T) {
	in := `{"robots":"User-agent: *\nDisalow: /~a","url":"/%7Ea"}`
	for _, test := range []struct {
		opts ndjson.Options
		want string
	}{
		{ndjson.Options{}, `"allowed":false,"reason":"rule","line":2,"pattern":"/~a","agent":"*","group":"*","path":"/~a"`},
		{ndjson.Options{Strict: true}, `"allowed":true,"reason":"no-match"`},
		{ndjson.Options{Dialect: robotstxt.Google}, `"path":"/%7Ea","usage":{"train-ai":"unknown","search":"unknown"}`},
	} {
		if got, _ := answer(t, &test.opts, in); !strings.Contains(got[0], test.want) {
			t.Errorf("%+v: got %s, want %s", test.opts, got[0], test.want)
		}
	}
}

// TestFiles: a file is read once while it is remembered, and its errors are answers.
func TestFiles(t *testing.T) {
	read := map[string]int{}
	opts := &ndjson.Options{ReadFile: func(name string) (string, error) {
		read[name]++
		if name == "gone" {
			return "", errors.New(`cannot read "gone"`)
		}
		return "User-agent: *\nDisallow: /" + name, nil
	}}
	got, stats := answer(t, opts, strings.Repeat(`{"file":"a","url":"/a"}`+"\n"+`{"file":"b","url":"/a"}`+"\n"+`{"file":"gone","url":"/a"}`+"\n", 3))
	if read["a"] != 1 || read["b"] != 1 || read["gone"] != 3 || stats.Errors != 3 {
		t.Errorf("read %v, %+v", read, stats)
	}
	for i, want := range []string{`"allowed":false`, `"allowed":true`, `"error":"cannot read \"gone\""`} {
		if !strings.Contains(got[i], want) || got[i] != got[i+3] {
			t.Errorf("got %s, then %s, want %s", got[i], got[i+3], want)
		}
	}
}

// TestForget: bodies beyond what is remembered are answered all the same.
func TestForget(t *testing.T) {
	var in strings.Builder
	for round := range 2 {
		for i := range 200 {
			fmt.Fprintf(&in, `{"id":%d,"robots":"User-agent: *\nDisallow: /%d$","agent":"bot%d","url":"/%d"}`+"\n", i, i, round%2, i)
		}
	}
	got, stats := answer(t, nil, in.String())
	if len(got) != 400 || stats.Errors != 0 {
		t.Fatalf("%d lines, %+v", len(got), stats)
	}
	for _, line := range got {
		if !strings.Contains(line, `"allowed":false`) {
			t.Errorf("got %s", line)
		}
	}
}

// TestSameTextOtherSource: what is remembered is told apart by all that it depends on.
func TestSameTextOtherSource(t *testing.T) {
	got, _ := answer(t, nil, `{"robots":"","url":"/"}`+"\n"+`{"robots_b64":"","url":"/"}`+"\n"+`{"file":"","url":"/"}`)
	if !strings.Contains(got[2], `not taken here`) {
		t.Errorf("got %s", got[2])
	}
}

// TestLongLine: a line of MaxLine octets is answered, a longer one is an error with its id, and the run goes on.
func TestLongLine(t *testing.T) {
	line := func(octets int) string {
		head, tail := `{"id":"x","url":"/","robots":"`, `"}`
		return head + strings.Repeat("#", octets-len(head)-len(tail)) + tail
	}
	in := line(ndjson.MaxLine) + "\n" + line(ndjson.MaxLine+1) + "\n" + line(2*ndjson.MaxLine) + "\n" + line(100) + "\n" + line(ndjson.MaxLine+1)
	got, stats := answer(t, nil, in)
	if len(got) != 5 || stats != (ndjson.Stats{Questions: 5, Errors: 3}) {
		t.Fatalf("%d lines, %+v", len(got), stats)
	}
	tooLong := `{"id":"x","error":"the line is longer than 8388608 octets"}`
	for i, want := range []string{`"allowed":true`, tooLong, tooLong, `"allowed":true`, tooLong} {
		if !strings.Contains(got[i], want) {
			t.Errorf("line %d: got %s, want %s", i+1, got[i], want)
		}
	}
}

// TestEndlessLine: memory stays bounded, and the error comes before the line ends.
func TestEndlessLine(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	endless := &repeat{octet: '{', most: 24 << 20}
	var out bytes.Buffer
	w := writerFunc(func(p []byte) (int, error) { cancel(); return out.Write(p) })
	_, err := ndjson.NewAnswerer(nil).Run(ctx, endless, w)
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if want := `{"id":null,"error":"the line is longer than 8388608 octets"}` + "\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
	allocs := testing.AllocsPerRun(1, func() {
		r := &repeat{octet: 'x', most: 24 << 20}
		if _, err := ndjson.NewAnswerer(nil).Run(t.Context(), r, io.Discard); err != nil {
			t.Error(err)
		}
	})
	if allocs > 100 {
		t.Errorf("%v allocations", allocs)
	}
}

// TestLockstep: a program that asks and waits for the answer gets it.
func TestLockstep(t *testing.T) {
	questions, ask := io.Pipe()
	answers, reply := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := ndjson.NewAnswerer(nil).Run(t.Context(), questions, reply)
		done <- err
	}()
	buf := make([]byte, 1<<10)
	open := "{"
	for i := range 3 {
		// The beginning of the next question does not hold the answer back.
		if _, err := fmt.Fprintf(ask, `%s"id":%d,"robots":"","url":"/"}`+"\n{", open, i); err != nil {
			t.Fatal(err)
		}
		open = ""
		n, err := answers.Read(buf)
		if want := fmt.Sprintf(`{"id":%d,"allowed":true,`, i); err != nil || !strings.HasPrefix(string(buf[:n]), want) {
			t.Fatalf("got %q, %v", buf[:n], err)
		}
	}
	ask.Close()
	if n, err := answers.Read(buf); err != nil || !strings.Contains(string(buf[:n]), "not valid JSON") {
		t.Errorf("got %q, %v", buf[:n], err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestIO: what was answered before reading or writing failed is not lost, and the error says which it was.
func TestIO(t *testing.T) {
	q := `{"robots":"","url":"/"}` + "\n"
	var out bytes.Buffer
	in := io.MultiReader(strings.NewReader(q+q+`{"robots`), iotest.ErrReader(io.ErrUnexpectedEOF))
	stats, err := ndjson.NewAnswerer(nil).Run(t.Context(), in, &out)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(err.Error(), "ndjson: reading questions: ") || stats.Questions != 2 {
		t.Errorf("got %v, %+v", err, stats)
	}
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d lines", n)
	}
	full := writerFunc(func([]byte) (int, error) { return 0, io.ErrShortWrite })
	_, err = ndjson.NewAnswerer(nil).Run(t.Context(), strings.NewReader(strings.Repeat(q, 5000)), full)
	if !errors.Is(err, io.ErrShortWrite) || !strings.HasPrefix(err.Error(), "ndjson: writing answers: ") {
		t.Errorf("got %v", err)
	}
	_, err = ndjson.NewAnswerer(nil).Run(t.Context(), iotest.ErrReader(nil), io.Discard)
	if !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("got %v", err)
	}
}

// TestLines: however the stream comes, the lines are the same.
func TestLines(t *testing.T) {
	const text = "a\n\nbcd\nlong!\nefgh\r\nlonger than that\nlast"
	want := []string{"a", "", "bcd", "long!", "efgh\r", "longe+", "last"}
	for name, in := range map[string]io.Reader{
		"whole": strings.NewReader(text), "octets": iotest.OneByteReader(strings.NewReader(text)),
		"halves": iotest.HalfReader(strings.NewReader(text)), "data with EOF": iotest.DataErrReader(strings.NewReader(text)),
	} {
		lines := ndjson.NewLines(in, 5, nil)
		var got []string
		for {
			line, long, err := lines.Next()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if long {
				line = append(line[:len(line):len(line)], '+')
			}
			got = append(got, string(line))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

type repeat struct {
	octet byte
	most  int
}

func (r *repeat) Read(p []byte) (int, error) {
	if r.most <= 0 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = r.octet
	}
	r.most -= len(p)
	return len(p), nil
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
