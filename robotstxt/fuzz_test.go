package robotstxt

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// seeds are texts that have every kind of line and every oddity.
var seeds = []string{
	"",
	"User-agent: *\nDisallow: /a\nAllow: /a/b\n",
	"\xEF\xBB\xBFUser-agent: a\r\nUser-agent: b/1.0\rCrawl-delay: 1.5\nDisallow: /*.gif$\n\nuser-agent: a\nallow: /x*y*z\n",
	"\xFF\xFEU\x00s\x00e\x00r\x00",
	"user agent: a\nuseragent b\ndisalow : /%7Ejoe # note\nsite-map: x\nDisallow /two words\n",
	"User-agent: * foo\nDisallow: /a?x=http://b\nAllow: /a?x=*:/c\nDisallow: *?y=%3A\nDisallow: /%2F%2a$\n",
	"User-agent: a\nContent-Usage: train-ai=n\nContent-Usage: /x train-ai=y, search=n\nContent-Signal: search=yes\n",
	"User-agent: a\nAllow: /index.html\nAllow: /d*/index.htm\nDisallow: /\nDisallow: /$\nDisallow: $\nDisallow: *$\nDisallow:\n",
	"User-agent: 360Spider\nDisallowed: /a\nDisallow: /b$c*d\nDisallow: /\x00\xE4\n#only\n \t\n<html>",
	"User-agent: a\nDisallow: /aaaa*bbbb*cccc\nDisallow: /*aaaab\nDisallow: /*bbbb$\nAllow: *cccc*\n",
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range []Dialect{RFC9309, Google, FirstMatch} {
			checkFile(t, Parse(text, &Options{Dialect: d}), text)
		}
		checkFile(t, Parse(text, &Options{Strict: true}), text)
	})
}

// checkFile checks that a File keeps everything, in order, and that its views agree.
func checkFile(t *testing.T, f *File, text string) {
	t.Helper()
	if string(f.Bytes()) != text {
		t.Fatalf("Bytes returns %q for %q", f.Bytes(), text)
	}
	pos := 0
	var again strings.Builder
	for line := range f.Lines() {
		if line.Whole.Start != pos || line.Next < line.Whole.End || line.Next <= pos {
			t.Fatalf("line %d spans %+v up to %d, expected to begin at %d: %q", line.Number, line.Whole, line.Next, pos, text)
		}
		pos = line.Next
		again.WriteString(f.Slice(line.Whole))
		if end := f.text[line.Whole.End:line.Next]; end != "\n" && end != "\r" && end != "\r\n" && pos != len(f.text) {
			t.Fatalf("line %d ends in %q", line.Number, end)
		}
		again.WriteString(f.text[line.Whole.End:line.Next])
		for _, s := range []Span{line.Key, line.Value, line.Comment} {
			if s.Start < line.Whole.Start || s.End < s.Start || s.End > line.Whole.End {
				t.Fatalf("line %d: span %+v outside %+v: %q", line.Number, s, line.Whole, text)
			}
		}
		if line.Kind.IsRecord() {
			if got := f.value(uint32(line.Number - 1)); got != f.Slice(line.Value) {
				t.Fatalf("line %d: value %q when parsed, %q when asked for", line.Number, got, f.Slice(line.Value))
			}
			if f.Slice(line.Key) == "" {
				t.Fatalf("line %d is a %s without a key", line.Number, line.Kind)
			}
		}
		if line.Oddities >= oddityEnd || len(line.Oddities.Names()) > 17 {
			t.Fatalf("line %d: oddities %b", line.Number, line.Oddities)
		}
	}
	if again.String() != f.Text() {
		t.Fatalf("the lines make %q of %q", again.String(), f.Text())
	}
	last := 0
	for _, g := range f.Groups() {
		if g.First <= last || g.Last < g.First || len(g.Agents) == 0 {
			t.Fatalf("group %+v after line %d: %q", g, last, text)
		}
		last = g.Last
	}
	f.Sitemaps()
	f.Licenses()
	f.Others()
	r := f.Rules("a", "b")
	r.Records()
	r.CrawlDelay()
	r.RequestRate()
	r.VisitTime()
	r.ContentSignals()
	if p, err := PathOf("https://example.com/a?b"); err != nil || r.Explain(p).String() == "" {
		t.Fatal("no explanation")
	}
}

// FuzzMatch compares the compiled rules, and every structure that they may take, with the reference.
func FuzzMatch(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, "a", "https://example.com/a?x=http://b")
	}
	f.Add(seeds[1], "*", "/a/b")
	f.Add(seeds[7], "a", "/d/")
	f.Add(seeds[9], "a", "/aaaabbbbbbbcccc?:/")
	f.Fuzz(func(t *testing.T, text, token, url string) {
		if len(text) > 1<<12 || len(url) > 1<<10 {
			return // the reference takes the product of both
		}
		checkAgainstReference(t, text, token, url)
	})
}

// TestRandomRules compares with the reference over generated rules, whose octets are few so that they meet.
func TestRandomRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	count := 30_000
	if testing.Short() {
		count = 3_000
	}
	for range count {
		var b strings.Builder
		b.WriteString("User-agent: a\n")
		for range 1 + rng.IntN(12) {
			if rng.IntN(12) == 0 {
				b.WriteString([]string{"User-agent: b\n", "User-agent: A/2\n", "User-agent: *\n"}[rng.IntN(3)])
			}
			b.WriteString([]string{"Allow: ", "Disallow: "}[rng.IntN(2)])
			b.WriteString(randomPath(rng, "*$"))
			b.WriteByte('\n')
		}
		for range 4 {
			checkAgainstReference(t, b.String(), []string{"a", "b", "c", "*"}[rng.IntN(4)], "/"+randomPath(rng, ""))
		}
	}
}

// randomPath returns a path, or a pattern, of few different octets.
func randomPath(rng *rand.Rand, more string) string {
	pieces := []string{"/", "a", "b", "ab", "aaaa", "abab", "?", ":", "%41", "%2f", "%3A", "%2A", "%24", "%", "x", "index.html", "\xC3\xA9", "@"}
	for _, c := range more {
		pieces = append(pieces, string(c), string(c))
	}
	var b strings.Builder
	if more != "" && rng.IntN(8) > 0 {
		b.WriteByte('/')
	}
	for range rng.IntN(8) {
		b.WriteString(pieces[rng.IntN(len(pieces))])
	}
	return b.String()
}

// TestManyRules compares with the reference where the groups are large enough for the tree and the index of runs.
func TestManyRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		var b strings.Builder
		b.WriteString("User-agent: a\n")
		for range 1500 {
			b.WriteString([]string{"Allow: ", "Disallow: "}[rng.IntN(2)])
			b.WriteString(randomPath(rng, "*$"))
			b.WriteString(randomPath(rng, "*$"))
			b.WriteByte('\n')
		}
		f := Parse(b.String(), nil)
		rules := f.Rules("a").Compile()
		for range 60 {
			p, err := PathOf("/" + randomPath(rng, "") + randomPath(rng, ""))
			if err != nil {
				t.Fatal(err)
			}
			v, want := rules.Check(p), reference(f, "a", p)
			if v.Allowed != want.allowed || v.Line != want.line {
				t.Fatalf("path %q: %v, line %d; reference %+v", p, v.Allowed, v.Line, want)
			}
		}
		if rules.set.get(f).main.large == nil || rules.set.get(f).main.large.grams == nil {
			t.Fatal("the groups are not large")
		}
	}
}
