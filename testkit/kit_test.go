package testkit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// A recorder is a [T] that keeps what is reported.
type recorder []string

func (r *recorder) Helper()                           {}
func (r *recorder) Errorf(format string, args ...any) { *r = append(*r, fmt.Sprintf(format, args...)) }

// parrot answers as the vectors of its dialect say.
func parrot(t testing.TB) func(Question) Answer {
	t.Helper()
	known := map[string]Answer{}
	for _, dialect := range knownDialects {
		g, err := newGrader(&Options{Dialect: dialect})
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range g.items {
			known[dialect+" "+it.q.ID] = it.want.Answer
		}
	}
	return func(q Question) Answer { return known[q.Dialect+" "+q.ID] }
}

func TestVectors(t *testing.T) {
	vectors, err := Vectors()
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, v := range vectors {
		for _, d := range v.Dialects {
			count[d]++
		}
	}
	for dialect, least := range map[string]int{RFC9309: 250, Google: 250, FirstMatch: 15} {
		if count[dialect] < least {
			t.Errorf("%d vectors for %s, want at least %d", count[dialect], dialect, least)
		}
	}
}

func TestVectorOctets(t *testing.T) {
	v, err := parse("a/b", []byte(strings.Join([]string{
		"title: T", "section: RFC 9309 §2", "level: MAY", "dialects: rfc9309 google", "note: one", "note: two", "",
		"robots:", `| a\\b\x20`, "|", `+ \xEF\xBBü`, `x 3 -\n`, "", `ask: A:B /a\x20b`,
		`want google: allow`, `want rfc9309: disallow line=7 pattern=/= usage=null path=\t`, "",
	}, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(v.Robots), "a\\b \n\n\xEF\xBBü-\n-\n-\n"; got != want {
		t.Errorf("robots: got %q, want %q", got, want)
	}
	if got := v.Cases[0]; got.Agent != "A:B" || got.URL != "/a b" {
		t.Errorf("ask: got %q, %q", got.Agent, got.URL)
	}
	if got, want := (Question{Agent: "A:B"}).Tokens(), []string{"A", "B"}; !slices.Equal(got, want) {
		t.Errorf("tokens: got %q, want %q", got, want)
	}
	got := v.Cases[0].Want[RFC9309]
	if got.Allowed || got.Line != 7 || got.Pattern != "/=" || got.Path != "\t" || got.Usage != nil {
		t.Errorf("want: got %+v", got)
	}
	if want := []string{"allowed", "line", "pattern", "usage", "path"}; !slices.Equal(got.Pinned, want) {
		t.Errorf("pinned: got %q, want %q", got.Pinned, want)
	}
}

// good is a vector that the cases of TestLoaderRefuses spoil.
const good = "title: T\nsection: RFC 9309 §2\nlevel: MUST\ndialects: rfc9309 google\n\nrobots:\n| a\n\nask: A /\nwant: allow line=0\n"

func TestLoaderRefuses(t *testing.T) {
	for _, c := range []struct{ old, with, want string }{
		{good, "", "the last line has no end"},
		{"line=0\n", "line=0", "the last line has no end"},
		{"title: T\n", "", "no title"},
		{"title: T\n", "title: T\ntitle: U\n", "a second title"},
		{"title: T\n", "titel: T\n", `unknown key "titel"`},
		{"title: T\n", "title:T\n", "neither a key and a value"},
		{"RFC 9309", "RFC 1945", "unknown section"},
		{"RFC 9309 §2", "deviation: google/x", "applies to that dialect alone"},
		{"MUST", "must", "unknown level"},
		{"rfc9309 google", "rfc9309 bing", `dialect "bing"`},
		{"rfc9309 google", "rfc9309 rfc9309", `dialect "rfc9309"`},
		{"robots:\n| a\n", "", `unknown key "ask"`},
		{"ask: A /\nwant: allow line=0\n", "", "no question"},
		{"robots:\n", "robots:\nrobots:\n", "a second robots.txt"},
		{"robots:\n| a\n", "| a\nrobots:\n", "out of place"},
		{"| a", "|a", "want a space"},
		{"| a", "x 0 a", "COUNT"},
		{"| a", "x 9999999 a", "COUNT"},
		{"| a", "x 3000000 ab", "more than"},
		{"| a", `| \q`, "unknown escape"},
		{"| a", `| \x4`, "two hexadecimal digits"},
		{"| a", `| \x4g`, "two hexadecimal digits"},
		{"| a", `| \`, "lone"},
		{"| a", "| a ", "space at the end"},
		{"| a", "| a\tb", `\xHH`},
		{"| a", "| a\r", `\xHH`},
		{"| a", "| a\u00a0b", `\xHH`},
		{"| a", "| a\u2028b", `\xHH`},
		{"| a", "| a\ufeffb", `\xHH`},
		{"| a", "| a\xffb", `\xHH`},
		{"ask: A /", "ask: A", "AGENT URL"},
		{"ask: A /", "ask: A / /", "AGENT URL"},
		{"ask: A /", `ask: A /\xFF`, "no UTF-8"},
		{"ask: A /\n", "", "an answer without a question"},
		{"want: allow line=0\n", "", "question 1 has no answer"},
		{"want: allow", "want google: allow", "question 1 has no answer"},
		{"want: allow", "want: allow\nwant: allow", "a second answer"},
		{"want: allow", "want first-match: allow", "a dialect that the vector does not have"},
		{"want: allow", "wants: allow", `unknown key "wants"`},
		{"want: allow", "want: yes", "allow or disallow first"},
		{"line=0", "line=x", "no line number"},
		{"line=0", "line=0 line=0", "each once"},
		{"line=0", "allowed=true", "each once"},
		{"line=0", "lines=0", `unknown field "lines"`},
		{"line=0", "reason=because", `unknown reason "because"`},
		{"line=0", "usage=x", "no usage"},
		{"line=0", "usage=x:maybe", "no usage"},
		{"line=0", "line", "field=value"},
	} {
		text := strings.Replace(good, c.old, c.with, 1)
		_, err := load(fstest.MapFS{"a/b.txt": {Data: []byte(text)}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q instead of %q: got error %v, want one with %q", c.with, c.old, err, c.want)
		}
	}
}

func TestLoaderRefusesFolders(t *testing.T) {
	file := &fstest.MapFile{Data: []byte(good)}
	for _, c := range []struct {
		fsys fstest.MapFS
		want string
	}{
		{fstest.MapFS{}, "no vectors"},
		{fstest.MapFS{"a/b.txt": file, "a/c.txt": file}, "the title of a/b"},
		{fstest.MapFS{"a/b.txt": file, "a/c.json": file}, "no name of a vector"},
		{fstest.MapFS{"a/B.txt": file}, "no name of a vector"},
		{fstest.MapFS{"a.txt": file}, "no name of a vector"},
		{fstest.MapFS{"a/b.txt": {Data: bytes.Repeat([]byte("\n"), maxFile+1)}}, "more than"},
	} {
		if _, err := load(c.fsys); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got error %v, want one with %q", slices.Collect(maps.Keys(c.fsys)), err, c.want)
		}
	}
	if _, err := load(fstest.MapFS{"a/b.txt": file}); err != nil {
		t.Error(err)
	}
}

// TestKitCatches runs wrong implementations: a kit that cannot fail tests nothing.
func TestKitCatches(t *testing.T) {
	right := parrot(t)
	for _, c := range []struct {
		name  string
		ask   func(Question) Answer
		least int
	}{
		{"right", right, 0},
		{"allows everything", func(Question) Answer { return Answer{Allowed: true} }, 400},
		{"forbids everything", func(Question) Answer { return Answer{} }, 400},
		{"has no answers", func(Question) Answer { return Answer{Error: "no"} }, 800},
		{"counts lines from 0", func(q Question) Answer { a := right(q); a.Line--; return a }, 400},
		{"tells no reason", func(q Question) Answer { a := right(q); a.Reason = ""; return a }, 800},
		{"trims patterns", func(q Question) Answer { a := right(q); a.Pattern = strings.TrimLeft(a.Pattern, "/"); return a }, 20},
		{"knows no groups", func(q Question) Answer { a := right(q); a.Group = ""; return a }, 50},
		{"does not unescape", func(q Question) Answer { a := right(q); a.Path = q.URL; return a }, 30},
		{"has usage where disallowed", func(q Question) Answer {
			a := right(q)
			if a.Usage == nil {
				a.Usage = map[string]string{"train-ai": "unknown", "search": "unknown"}
			}
			return a
		}, 5},
		{"answers as google", func(q Question) Answer { q.Dialect = Google; return right(q) }, 100},
	} {
		var got recorder
		Run(&got, c.ask, nil)
		if len(got) < c.least || c.least == 0 && len(got) > 0 {
			t.Errorf("an implementation that %s: %d failures, want %d: %.3q", c.name, len(got), c.least, got)
		}
	}
}

func TestDeviationsAreSeen(t *testing.T) {
	right := parrot(t)
	for _, name := range []string{"paths/index-html#1", "paths/robots-txt#1", "lines/prefix-allowance#1", "groups/list-is-no-token#1"} {
		strict, google := right(Question{ID: name, Dialect: RFC9309}), right(Question{ID: name, Dialect: Google})
		if strict.Allowed == google.Allowed {
			t.Errorf("%s: both dialects say %v", name, strict.Allowed)
		}
	}
}

func TestSkip(t *testing.T) {
	right := parrot(t)
	wrong := func(q Question) Answer {
		a := right(q)
		if q.ID == "groups/token-equal#2" {
			a.Allowed = !a.Allowed
		}
		return a
	}
	for _, c := range []struct {
		ask  func(Question) Answer
		skip string
		want []string // parts of the failures
	}{
		{wrong, "groups/token-equal", nil},
		{wrong, "groups/token-equal#2", nil},
		{wrong, "groups/token-equal#1", []string{"groups/token-equal#2: ", "groups/token-equal#1: skip: got \"everything passes\""}},
		{right, "groups/token-equal", []string{"groups/token-equal: skip: got \"everything passes\", want \"a failure: because\""}},
		{right, "groups/none", []string{"groups/none: skip: got \"no such question\""}},
	} {
		var got recorder
		Run(&got, c.ask, &Options{Skip: map[string]string{c.skip: "because"}})
		if len(got) != len(c.want) {
			t.Fatalf("skip %s: got %q, want %q", c.skip, got, c.want)
		}
		for i, part := range c.want {
			if !strings.Contains(got[i], part) {
				t.Errorf("skip %s: got %q, want %q", c.skip, got[i], part)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	right := parrot(t)
	mute := func(q Question) Answer { return Answer{Allowed: right(q).Allowed} }
	all, err := Check(mute, nil)
	if err != nil || len(all.Failures) == 0 {
		t.Fatalf("got %d failures, %v", len(all.Failures), err)
	}
	allowed, err := Check(mute, &Options{Fields: []string{"allowed"}})
	if err != nil || len(allowed.Failures) != 0 || allowed.Asked != all.Asked {
		t.Errorf("fields: got %d failures of %d, %v", len(allowed.Failures), allowed.Asked, err)
	}
	must, err := Check(mute, &Options{Levels: []string{"MUST"}})
	if err != nil || must.Asked == 0 || must.Asked >= all.Asked {
		t.Errorf("levels: asked %d of %d, %v", must.Asked, all.Asked, err)
	}
	for _, opts := range []Options{
		{Dialect: "bing"}, {Fields: []string{"colour"}}, {Levels: []string{"must"}},
		{Dialect: FirstMatch, Levels: []string{"MUST"}}, // asks nothing
	} {
		if _, err := Check(right, &opts); err == nil {
			t.Errorf("%+v: no error", opts)
		}
	}
}

// answers returns the answers of ask to what Stream writes.
func answers(t *testing.T, ask func(Question) Answer, opts *Options) []string {
	t.Helper()
	var questions bytes.Buffer
	if err := Stream(&questions, opts); err != nil {
		t.Fatal(err)
	}
	var list []string
	for text := range strings.Lines(questions.String()) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		if (l.Robots == nil) == (l.RobotsB64 == nil) {
			t.Fatalf("%s has both or neither of robots and robots_b64", l.ID)
		}
		a := ask(Question{ID: l.ID, Dialect: opts.Dialect})
		out, err := json.Marshal(map[string]any{"id": l.ID, "allowed": a.Allowed, "reason": a.Reason, "line": a.Line,
			"pattern": a.Pattern, "group": a.Group, "path": a.Path, "usage": a.Usage, "more": []int{1}})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(out))
	}
	return list
}

func TestStreamAndCompare(t *testing.T) {
	for _, dialect := range knownDialects {
		opts := &Options{Dialect: dialect}
		list := answers(t, parrot(t), opts)
		slices.Reverse(list) // any order will do
		report, err := Compare(strings.NewReader(strings.Join(list, "\n")), opts)
		if err != nil || len(report.Failures) > 0 || report.Asked != len(list) {
			t.Errorf("%s: %d failures of %d, %v: %.3q", dialect, len(report.Failures), report.Asked, err, report.Failures)
		}
	}
}

func TestCompareCatches(t *testing.T) {
	opts := &Options{Dialect: FirstMatch}
	right := answers(t, parrot(t), opts)
	for _, c := range []struct {
		name  string
		spoil func([]string) []string
		want  string
	}{
		{"one missing", func(l []string) []string { return l[1:] }, `error: got "no answer"`},
		{"one twice", func(l []string) []string { return append(l, l[0]) }, "the id of a question, once"},
		{"a stray one", func(l []string) []string { return append(l, `{"id":"x"}`) }, "the id of a question, once"},
		{"no JSON", func(l []string) []string { return append(l, "true") }, "a JSON object"},
		{"no id", func(l []string) []string { return append(l, "{}") }, "a JSON object"},
		{"null id", func(l []string) []string { return append(l, `{"id":7}`) }, "a JSON object"},
		{"an error", func(l []string) []string { l[0] = setKey(t, l[0], "error", "oh"); return l }, `error: got "\"oh\""`},
		{"text for a boolean", func(l []string) []string { l[0] = setKey(t, l[0], "allowed", "true"); return l }, `allowed: got "\"true\" (JSON)"`},
		{"null for a boolean", func(l []string) []string { l[0] = setKey(t, l[0], "allowed", nil); return l }, `allowed: got "null (JSON)"`},
		{"a key missing", func(l []string) []string { l[0] = strings.Replace(l[0], `"allowed"`, `"Xallowed"`, 1); return l }, `answer: got "no allowed"`},
	} {
		list := c.spoil(slices.Clone(right))
		report, err := Compare(strings.NewReader(strings.Join(list, "\n\n")), opts)
		if err != nil || len(report.Failures) != 1 || !strings.Contains(report.Failures[0].String(), c.want) {
			t.Errorf("%s: got %v, %v, want %q", c.name, report.Failures, err, c.want)
		}
	}
	for name, text := range map[string]string{
		"a long line":    strings.Repeat(" ", maxAnswer+1),
		"too many lines": strings.Repeat("\n", 10_000),
	} {
		if _, err := Compare(strings.NewReader(text), opts); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func setKey(t *testing.T, text, key string, value any) string {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	m[key] = value
	out, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
