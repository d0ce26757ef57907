package robotstxt

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFirstMatchPath(t *testing.T) {
	for _, tt := range []struct{ url, want string }{
		{"", "/"},
		{"/", "/"},
		{"/a~b_c.d-e", "/a~b_c.d-e"},
		{"/a?b=c&d", "/a%3Fb%3Dc%26d"},
		{"/a*b$!'(),:@+|", "/a%2Ab%24%21%27%28%29%2C%3A%40%2B%7C"},
		{"/%7Efoo%2Fbar", "/~foo/bar"},
		{"/%3fa", "/%3Fa"},
		{"/%2541", "/%2541"}, // decoded once
		{"/%4%31", "/%2541"},
		{"/%%41%zz%", "/%25A%25zz%25"},
		{"/é%C3%A9", "/%C3%A9%C3%A9"},
		{"/%C3é", "/%EF%BF%BD%C3%A9"},
		{"/\xC3%A9", "/%EF%BF%BD%EF%BF%BD"}, // they do not meet
		{"/%E2%82%E2%82%AC", "/%EF%BF%BD%E2%82%AC"},
		{"/%ED%A0%80", "/%EF%BF%BD%EF%BF%BD%EF%BF%BD"},
		{"/%F0%9F%A4", "/%EF%BF%BD"},
		{"http://h/a", "/a"},
		{"http://h", "/"},
		{"http://h?q", "%3Fq"}, // no "/" is made up
		{"HTTPS://u:p@h:8/a;p?q#f", "/a%3Bp%3Fq%23f"},
		{"http://h/a;?#", "/a"}, // empty parts are dropped
		{"/a;b/c;", "/a%3Bb/c"},
		{"ws://h/a;", "/a%3B"}, // a scheme without parameters
		{"a:b", "b"},
		{"1:b", "1%3Ab"},
		{"a_b:c", "a_b%3Ac"},
		{"//h/a", "/a"},
		{"///a", "/a"},
		{"////a", "//a"},
		{" \x00\x1f/a ", "/a%20"},
		{"/a%09%0A%0Db", "/ab"},
		{"//[::1]/a", "/a"},
		{"//[v1.x]/a", "/a"},
		{"//[1.2.3.4]/a", "//%5B1.2.3.4%5D/a"}, // urlparse raises
		{"//[/a", "//%5B/a"},
		{"//\uFF0Fx/a", "//%EF%BC%8Fx/a"},
		{"//ü/a", "/a"},
	} {
		if got := firstMatchPath(tt.url); got != tt.want {
			t.Errorf("firstMatchPath(%q) = %q, want %q", tt.url, got, tt.want)
		}
	}
}

func TestFirstMatchRulePath(t *testing.T) {
	for _, tt := range []struct{ value, want string }{
		{"", ""},
		{"*", "%2A"},
		{"/*.gif$", "/%2A.gif%24"},
		{"?", ""}, // a Disallow that matches everything
		{" ", ""},
		{"/a?", "/a"},
		{"/a;", "/a"},
		{"/a#b", "/a%23b"},
		{"HTTP://h/a", "http%3A//h/a"},
		{"http:a", "http%3A///a"},
		{"http:", "http%3A//"},
		{"http:////a", "http%3A//a"},
		{"x:a", "x%3Aa"},
		{"///a", "/a"},
		{"//h?q", "//h%3Fq"},
		{"//]/a?", "//%5D/a%3F"}, // urlparse raises
	} {
		if got := firstMatchRulePath(tt.value); got != tt.want {
			t.Errorf("firstMatchRulePath(%q) = %q, want %q", tt.value, got, tt.want)
		}
	}
}

func TestFirstMatchLineNumbers(t *testing.T) {
	// Lines for Python, numbered as editors count: VT, FF, FS to RS, NEL, U+2028 and U+2029 begin no new number.
	const text = "User-agent: a\rDisallow:\r\nAllow: /3 # x\x0bAllow:/3b\u0085Allow: \u2028Allow:/3c\u2029\n" +
		"user-agent: b\n\n\n user-agent\t:\u00a0c%20 \x1eCrawl-delay: 1\n \n#\nDISALLOW: /9 \n"
	entries, def := readFirstMatch([]byte(text))
	var got []string
	for _, e := range entries {
		for _, a := range e.agents {
			got = append(got, fmt.Sprintf("%d agent %q %q", a.line, a.value, text[a.start:a.end]))
		}
		for _, r := range e.rules {
			got = append(got, fmt.Sprintf("%d %s %t %q %q", r.line, r.kind, r.allow, r.path, text[r.start:r.end]))
		}
	}
	want := []string{
		`1 agent "a" "a"`, `2 disallow true "" ""`, `3 allow true "/3" "/3"`, `3 allow true "/3b" "/3b"`,
		`3 allow true "" ""`, `3 allow true "/3c" "/3c"`,
		`7 agent "c " "c%20"`, `10 disallow false "/9" "/9"`,
	}
	if !reflect.DeepEqual(got, want) || def != nil {
		t.Errorf("got  %q %v\nwant %q", got, def, want)
	}
}

// A python is a running interpreter with testdata/firstmatch.py.
type python struct {
	in  io.WriteCloser
	out *bufio.Reader
	pythonHello
}

// A pythonHello is what an interpreter says of itself.
type pythonHello struct {
	Known          bool // it is like 3.11.7, except for Brackets
	Version        string
	Brackets       bool     // it reads brackets in an authority as 3.11.7; some distributors took a later check
	Params, Netloc []string // schemes
}

// startPython finds an interpreter whose urllib is that of Python 3.11.7 where it matters, or skips the test.
func startPython(t *testing.T) *python {
	t.Helper()
	script, err := os.ReadFile("testdata/firstmatch.py")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, name := range []string{"python3.11", "python3"} {
		cmd := exec.CommandContext(t.Context(), name, "-I", "-c", string(script))
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stderr = os.Stderr
		if cmd.Start() != nil {
			continue
		}
		p := &python{in: in, out: bufio.NewReaderSize(out, 1<<16)}
		if p.answer(&p.pythonHello) == nil && p.Known {
			t.Cleanup(func() {
				in.Close()
				cmd.Wait()
			})
			return p
		}
		in.Close()
		cmd.Wait()
		found = append(found, name+" "+p.Version)
	}
	t.Skipf("left out: no Python like 3.11.7 to compare with (found %q)", found)
	return nil
}

func (p *python) answer(to any) error {
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return err
	}
	return json.Unmarshal(line, to)
}

// A firstMatchQuestion holds octets, which travel in base64. Robots is nil for the text of the question before.
type firstMatchQuestion struct {
	Robots []byte `json:"robots"`
	Agent  []byte `json:"agent"`
	URL    []byte `json:"url"`
}

type firstMatchAnswer struct {
	Entries []plainEntry
	Default *plainEntry
	Allowed bool
	Path    string
	Raised  bool
}

// A plainEntry is what both sides know of an entry.
type plainEntry struct {
	Agents []string
	Rules  [][2]any // allowed, path
}

func plainForm(e *firstMatchEntry) *plainEntry {
	if e == nil {
		return nil
	}
	p := &plainEntry{Agents: []string{}, Rules: [][2]any{}}
	for _, a := range e.agents {
		p.Agents = append(p.Agents, a.value)
	}
	for _, r := range e.rules {
		p.Rules = append(p.Rules, [2]any{r.allow, r.path})
	}
	return p
}

// firstMatchVerdict is can_fetch.
func firstMatchVerdict(entries []firstMatchEntry, def *firstMatchEntry, token, path string) bool {
	for i := range entries {
		if _, ok := entries[i].appliesTo(token); ok {
			def = &entries[i]
			break
		}
	}
	if def != nil {
		for i := range def.rules {
			if def.rules[i].matches(path) {
				return def.rules[i].allow
			}
		}
	}
	return true
}

// compareFirstMatch asks Python and this package the questions that ask yields, and fails on any difference: in the
// verdict, in the URL's path, and in the entries of every text.
func compareFirstMatch(t *testing.T, p *python, ask func(yield func(firstMatchQuestion) bool)) {
	t.Helper()
	asked := make(chan firstMatchQuestion, 1<<12)
	written := make(chan error, 1)
	go func() {
		defer close(asked)
		w := bufio.NewWriter(p.in)
		var failed error
		ask(func(q firstMatchQuestion) bool {
			line, err := json.Marshal(q)
			if err == nil {
				_, err = w.Write(append(line, '\n'))
			}
			if err != nil {
				failed = err
				return false
			}
			asked <- q
			return true
		})
		written <- errors.Join(failed, w.Flush(), p.in.Close()) // Python holds answers back until the end
	}()

	var (
		entries                           []firstMatchEntry
		def                               *firstMatchEntry
		text                              []byte
		questions, texts, allowed, raised int
		unasked, wrong                    int
	)
	for q := range asked {
		var a firstMatchAnswer
		if err := p.answer(&a); err != nil {
			t.Fatalf("python: %v", err)
		}
		questions++
		if a.Allowed {
			allowed++
		}
		if a.Raised {
			raised++
		}
		if q.Robots != nil {
			texts++
			text = q.Robots
			entries, def = readFirstMatch(text)
		}
		if wrong > 10 || !p.Brackets && (hasBracket(text) || hasBracket(q.URL)) {
			unasked++
			continue
		}
		if q.Robots != nil {
			got := make([]plainEntry, len(entries))
			for i := range entries {
				got[i] = *plainForm(&entries[i])
			}
			if !reflect.DeepEqual(got, a.Entries) || !reflect.DeepEqual(plainForm(def), a.Default) {
				wrong++
				t.Errorf("robots %q\ngot  %v %v\nwant %v %v", text, got, plainForm(def), a.Entries, a.Default)
			}
		}
		path := firstMatchPath(string(q.URL))
		got := firstMatchVerdict(entries, def, string(q.Agent), path)
		if got != a.Allowed || path != a.Path {
			wrong++
			t.Errorf("robots %q, agent %q, url %q: got %t of %q, want %t of %q", text, q.Agent, q.URL, got, path,
				a.Allowed, a.Path)
		}
	}
	if err := <-written; err != nil {
		t.Fatalf("python: %v", err)
	}
	t.Logf("%d questions about %d texts: %d allowed, %d where Python raises; %d left out", questions, texts, allowed,
		raised, unasked)
	if questions == 0 || allowed == 0 || allowed == questions {
		t.Error("the questions show nothing")
	}
}

func hasBracket(s []byte) bool {
	s = bytes.ToLower(s)
	return bytes.ContainsAny(s, "[]") || bytes.Contains(s, []byte("%5b")) || bytes.Contains(s, []byte("%5d"))
}

// TestFirstMatchEqualsPython asks ten times as much where WAYMARK_LONG_TESTS is set.
func TestFirstMatchEqualsPython(t *testing.T) {
	texts, every := 5000, 10 // for a quick test
	if os.Getenv("WAYMARK_LONG_TESTS") != "" {
		texts, every = 50_000, 1
	}
	t.Run("generated", func(t *testing.T) {
		compareFirstMatch(t, startPython(t), hostileQuestions(texts, 5))
	})
	t.Run("conformance", func(t *testing.T) {
		compareFirstMatch(t, startPython(t), conformanceQuestions(t))
	})
	t.Run("corpus", func(t *testing.T) {
		compareFirstMatch(t, startPython(t), corpusQuestions(t, every))
	})
}

// hostileQuestions yields texts made of whatever a reader may stumble over, with some questions about each.
func hostileQuestions(texts, each int) func(yield func(firstMatchQuestion) bool) {
	return func(yield func(firstMatchQuestion) bool) {
		g := &hostile{rand.New(rand.NewPCG(9309, 311))}
		for range texts {
			text, values := g.text()
			for i := range each {
				q := firstMatchQuestion{Agent: []byte("FooBot"), URL: []byte(g.url(values))}
				if g.IntN(3) == 0 {
					q.Agent = []byte(g.pick(hostileTokens))
				}
				if i == 0 {
					q.Robots = []byte(text)
				}
				if !yield(q) {
					return
				}
			}
		}
	}
}

var (
	hostileKeys = strings.Split("User-agent|user-agent|USER-AGENT|User-Agent |\tuser-agent|user-agent\u00a0|"+
		"\ufeffUser-agent|User_agent|useragent|User-agent\x1f|Disallow|disallow|DISALLOW|Disallow|disallow |Allow|allow|"+
		"Allow|ALLOW\u3000|di\u017fallow|disal\u212aow|d\u0130sallow|Disallow\xff|Disalow|Crawl-delay|crawl-delay|"+
		"Request-rate|Sitemap|Noindex|Host||x", "|")
	hostileColons = strings.Split(":|: |:|: |:\t|::|:\u00a0|:\x1f | :| |\uff1a|", "|")
	hostileEnds   = strings.Split("\n|\n|\n|\n|\n|\r\n|\r|\n\n|\r\n\r\n|\r\r|\n\r|\n \n|\n\t\n|\n#x\n| #x\n|#\n|\v|\f|\x1c|\x1d|"+
		"\x1e|\x1f|\u0085|\u2028|\u2029|\u2028\u2029|\n\u00a0\n|\n\v|\v\n|\n\f\n|\u0085\n|\xc2|\xe2\x80|\xe2\x80\n|\x00\n| \n",
		"|")
	hostileAgents = strings.Split("*|*|*|%2A|* |**|*bot||foo|Foo|FooBot|foobot/2.1|foo bar|bot|f|Foo%42ot|%20foo|İbot|ΑΣ|ΑΣΑ|"+
		"ΣΑΣ:|%F0%9F%A4%96|%ff|\xff|\u212A|ǅ|googlebot|a,b|%00|%EF%BF%BD|é|É|%C3%89|%2525|/", "|")
	hostileTokens = strings.Split("FooBot|foobot|FOO|foo/bar|Mozilla/5.0 (FooBot)||/|/foo|*|bar|b|f|Googlebot|GoogleBot/2.1|"+
		"i\u0307bot|İBOT|ας|ΑΣ|ΑΣΑ|ΟΔΟΣ ΑΣ|k|\u212AELVIN|ǆ|🤖|\xff|\xc3\x28|é|É|%25|\x00|a,b", "|")
	hostileAtoms = strings.Split("/|/|/|a|b|A|foo|index.html|*|$|?|?|=|&|;|;|:|//|[|]|[::1]|[1::%25x]|[1.2.3.4]|[v1.a]|[V1.a]|"+
		"[v.a]|[::ffff:1.2.3.4]|[1:2:3:4:5:6:7::]|[::g]|[]|%5B|%5d|@|.|..|%2F|%2f|%2f%2F|%3F|%3B|%23|%25|%2541|%zz|%|%4|%4%31|"+
		"%%|%C3%A9|%c3|%A9|é|\u2100|\uFF0F|\uFF1A|%EF%BC%8F|日本|%E6%97%A5|%00|%01|%09|%0A|%0d|%20|%20/| |\t|\u00a0|\u3000|"+
		"\x1f|\x7f|~|%7E|_|-|+|!|'|(|\"|<|\\|{|http:|HTTP:|http://h|https://h/|HTTPS:|mailto:|rtsp://|file:|ws:|x-y.z+1:|"+
		"1a:|h|h:80|%ED%A0%80|%F0%9F|%F0%9F%A4%96|%F4%90%80%80|%E0%80|%C0%AF|\xff|\xc3\x28|\xed\xa0\x80|\xf0\x9f|🤖|\ufeff",
		"|")
	hostilePlain    = strings.Split("/|/|/a|/b|/a/b|/foo|/index.html||a|*|/*|/a$|/a?|?|/a?b=c|/a;|;|/~a|/%7ea|/é|/%C3%A9|/%61", "|")
	hostileBrackets = strings.Split("::|::|:|:|0|1|1:2:3|a|F|10000|00001|g|.|1.2.3.4|01.2.3.4|256|%25|%25e|v|V|v1.|[|]|@|é", "|")
	hostileSchemes  = strings.Split("http|HTTPS|ftp|hdl|prospero|shttp|rtsp|rtspu|sip|sips|mms|sftp|tel|gopher|nntp|telnet|"+
		"imap|wais|file|snews|rsync|svn|svn+ssh|nfs|git|git+ssh|ws|wss|mailto|data|x", "|")
	hostileRates = strings.Split("1|10|x||1/2|1/|²|1.5|٣|²/1| 1 / 2 |%31|99999", "|")
)

// hostile makes texts and URLs out of the lists above.
type hostile struct{ *rand.Rand }

func (g *hostile) pick(of []string) string { return of[g.IntN(len(of))] }

func (g *hostile) path() string {
	var b strings.Builder
	switch g.IntN(16) {
	case 0, 1, 2, 3, 4, 5, 6:
		return g.pick(hostilePlain)
	case 7: // an authority in brackets, with a path that shows whether it was split
		b.WriteString("//[")
		for range g.IntN(9) {
			b.WriteString(g.pick(hostileBrackets))
		}
		return b.String() + "]/a?"
	case 8:
		return g.pick(hostileSchemes) + g.pick([]string{":", "://h", ":/", ":a", ":////a"}) + "/a;" + g.pick(hostileAtoms)
	case 9, 10, 11, 12, 13:
		b.WriteByte('/')
	}
	for range g.IntN(6) {
		b.WriteString(g.pick(hostileAtoms))
	}
	return b.String()
}

// text returns a text and the values of its rules.
func (g *hostile) text() (text string, values []string) {
	var b strings.Builder
	if g.IntN(3) > 0 { // enough entries that are asked
		b.WriteString("User-agent: " + g.pick([]string{"*", "foo", "bot", "f", ""}) + "\n")
	}
	for range g.IntN(14) {
		key := g.pick(hostileKeys)
		if g.IntN(2) == 0 { // enough records that are in order
			key = g.pick([]string{"User-agent", "Disallow", "Disallow", "Allow"})
		}
		colon := ": "
		if g.IntN(4) == 0 {
			colon = g.pick(hostileColons)
		}
		b.WriteString(key + colon)
		switch lower := strings.ToLower(key); {
		case strings.Contains(lower, "agent"):
			b.WriteString(g.pick(hostileAgents))
		case strings.Contains(lower, "-"):
			b.WriteString(g.pick(hostileRates))
		default:
			value := g.path()
			values = append(values, value)
			b.WriteString(value)
		}
		end := "\n"
		if g.IntN(3) == 0 {
			end = g.pick(hostileEnds)
		}
		b.WriteString(end)
	}
	return b.String(), values
}

// url returns a URL, often one that begins with the value of a rule.
func (g *hostile) url(values []string) string {
	var path string
	if len(values) > 0 && g.IntN(3) > 0 {
		path = g.pick(values)
		if g.IntN(3) == 0 {
			path = g.recode(path)
		}
		if g.IntN(2) == 0 {
			path += g.pick(hostileAtoms)
		}
	} else {
		path = g.path()
	}
	switch g.IntN(4) {
	case 0:
		return "http://example.com" + path
	case 1:
		return "https://example.com/" + path
	}
	return path
}

// recode percent-encodes some octets that need it not.
func (g *hostile) recode(path string) string {
	var b strings.Builder
	for i := range len(path) {
		switch g.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "%%%02x", path[i])
		case 1:
			fmt.Fprintf(&b, "%%%02X", path[i])
		default:
			b.WriteByte(path[i])
		}
	}
	return b.String()
}

// TestFirstMatchSchemes compares the lists of schemes, except "rtsps": distributors leave it out of older 3.11s.
func TestFirstMatchSchemes(t *testing.T) {
	p := startPython(t)
	if len(p.Params) == 0 || len(p.Netloc) == 0 {
		t.Fatal("no schemes")
	}
	for _, scheme := range slices.Concat(p.Params, p.Netloc, hostileSchemes) {
		if want := slices.Contains(p.Params, scheme); hasParams(scheme) != want && scheme != "rtsps" {
			t.Errorf("hasParams(%q) = %t", scheme, !want)
		}
		// urlunparse asks only where there is a scheme.
		if want := slices.Contains(p.Netloc, scheme); hasNetloc(scheme) != want && scheme != "rtsps" && scheme != "" {
			t.Errorf("hasNetloc(%q) = %t", scheme, !want)
		}
	}
}

func conformanceQuestions(t *testing.T) func(yield func(firstMatchQuestion) bool) {
	cases := conformanceCases(t)
	return func(yield func(firstMatchQuestion) bool) {
		for _, c := range cases {
			if c.URL == nil {
				continue // about sitemaps or delays
			}
			q := firstMatchQuestion{Robots: []byte(c.text()), URL: []byte(*c.URL)}
			for i, agent := range append(c.Agents, c.Agent) {
				if q.Agent = []byte(agent); i > 0 {
					q.Robots = nil
				}
				if !yield(q) {
					return
				}
			}
		}
	}
}

// corpusQuestions asks about one in so many of the real texts, with the tokens and URLs of Google's verdicts.
func corpusQuestions(t *testing.T, every int) func(yield func(firstMatchQuestion) bool) {
	questions := make(map[string][]firstMatchQuestion)
	lines := bufio.NewScanner(openShared(t, "corpus/google_verdicts.tsv.gz"))
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		questions[f[0]] = append(questions[f[0]], firstMatchQuestion{Agent: []byte(f[1]), URL: []byte(f[2])})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	files := corpus(t)
	return func(yield func(firstMatchQuestion) bool) {
		for n, host := range slices.Sorted(maps.Keys(files)) {
			if n%every != 0 {
				continue
			}
			for i, q := range questions[host] {
				if i == 0 {
					q.Robots = []byte(files[host])
				}
				if !yield(q) {
					return
				}
			}
		}
	}
}

// TestFirstMatchCharacters compares what depends on Unicode's tables for every character that Python knows.
func TestFirstMatchCharacters(t *testing.T) {
	p := startPython(t)
	if _, err := io.WriteString(p.in, "{\"table\":true}\n"); err != nil {
		t.Fatal(err)
	}
	var table struct {
		Rows  [][]any // character, lower, after nothing, after "A", space, delimiter, quoted
		Known string
	}
	if err := p.answer(&table); err != nil {
		t.Fatal(err)
	}
	row := func(c string) []any {
		r, _ := utf8.DecodeRuneInString(c)
		last := func(s string) string { _, n := utf8.DecodeLastRuneInString(s); return s[len(s)-n:] }
		return []any{c, pythonLower(c), last(pythonLower(c + "Σ")), last(pythonLower("A" + c + "Σ")), pythonSpace(r),
			strings.Contains("/?#@:"+nfkcDelimiters, c),
			pythonQuote(c)}
	}
	want := make(map[string][]any)
	for _, row := range table.Rows {
		want[row[0].(string)] = row
	}
	n := 0
	for _, r := range table.Known {
		n++
		c := string(r)
		got := row(c)
		if w, special := want[c]; special && !reflect.DeepEqual(got, w) {
			t.Errorf("%U: got %q, want %q", r, got, w)
		} else if !special && !reflect.DeepEqual(got[1:6], []any{c, "σ", "σ", false, false}) {
			t.Errorf("%U: got %q, want nothing special", r, got)
		}
	}
	t.Logf("%d characters, %d of them special", n, len(want))
}

func FuzzFirstMatch(f *testing.F) {
	g := &hostile{rand.New(rand.NewPCG(1, 2))}
	for range 50 {
		text, values := g.text()
		f.Add([]byte(text), g.pick(hostileTokens), g.url(values))
	}
	f.Fuzz(func(t *testing.T, text []byte, token, url string) {
		path := firstMatchPath(url)
		if path == "" || strings.Trim(path, firstMatchAlphabet) != "" {
			t.Errorf("firstMatchPath(%q) = %q", url, path)
		}
		if len(path) > 9*len(url)+3 {
			t.Errorf("firstMatchPath(%q) has %d octets", url, len(path))
		}
		entries, def := readFirstMatch(text)
		firstMatchVerdict(entries, def, token, path)
		at := 0 // entries and their lines are in the order of the text
		for i := range entries {
			if def != nil && len(def.agents) > 0 && def.agents[0].start < entries[i].agents[0].start {
				at = checkFirstMatchEntry(t, text, def, at)
				def = nil
			}
			at = checkFirstMatchEntry(t, text, &entries[i], at)
		}
		if def != nil {
			checkFirstMatchEntry(t, text, def, at)
		}
	})
}

const firstMatchAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~/%"

// checkFirstMatchEntry checks lines and spans, which begin at a place at or after at, and returns where they end.
func checkFirstMatchEntry(t *testing.T, text []byte, e *firstMatchEntry, at int) int {
	t.Helper()
	check := func(line int32, start, end int) {
		t.Helper()
		if start < at || end < start || end > len(text) {
			t.Fatalf("%q: span %d to %d after %d", text, start, end, at)
		}
		before := text[:start]
		want := bytes.Count(before, []byte("\n")) + bytes.Count(before, []byte("\r")) -
			bytes.Count(before, []byte("\r\n"))
		if int(line) != 1+want {
			t.Errorf("%q: line %d at %d, want %d", text, line, start, 1+want)
		}
		value := text[start:end]
		if !bytes.Equal(value, bytes.TrimFunc(value, pythonSpace)) || bytes.ContainsAny(value, "#\n\r\v\f\u0085\u2028") {
			t.Errorf("%q: value %q", text, value)
		}
		at = end
	}
	if len(e.agents) == 0 {
		t.Errorf("%q: an entry without agents", text)
	}
	for _, a := range e.agents {
		check(a.line, a.start, a.end)
		if value := pythonUnquote(pythonText(string(text[a.start:a.end]))); a.value != value ||
			a.folded != pythonLower(value) {
			t.Errorf("%q: agent %q, want %q", text, a.value, value)
		}
	}
	for _, r := range e.rules {
		check(r.line, r.start, r.end)
		empty := r.start == r.end
		if r.kind != Allow && r.kind != Disallow || r.allow != (r.kind == Allow || empty) || empty && r.path != "" {
			t.Errorf("%q: rule %+v", text, r)
		}
		if strings.Trim(r.path, firstMatchAlphabet) != "" || len(r.path) > 9*(r.end-r.start)+3 {
			t.Errorf("%q: rule %+v", text, r)
		}
	}
	return at
}
