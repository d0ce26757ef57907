package main

import (
	"net/url"
	"reflect"
	"strings"
	"testing"
)

const sample = `# a comment
User-agent: Googlebot/2.1
User-agent: *
Disallow: /search?q=*&x	# why
Allow: /caf` + "\xc3\xa9" + `/$
Disallow:
Crawl-delay: 5
user-agent : GPTBot
DISALLOW: private/*.php$
Disallow: /a b%zz%2F
Sitemap: https://example.com/sitemap.xml
User-agent: 360Spider
`

func TestOutline(t *testing.T) {
	o := readOutline(sample)
	if want := []string{"googlebot", "gptbot", "360spider"}; !reflect.DeepEqual(o.tokens, want) {
		t.Errorf("tokens %q, want %q", o.tokens, want)
	}
	want := []string{"/search?q=*&x", "/caf\xc3\xa9/$", "private/*.php$", "/a b%zz%2F"}
	if !reflect.DeepEqual(o.patterns, want) {
		t.Errorf("patterns %q, want %q", o.patterns, want)
	}
	for token, size := range map[string]int{"Googlebot": 3, "GPTBot": 2, "FooBot": 3, "360Spider": 0} {
		if got := o.size(token); got != size {
			t.Errorf("size of %s is %d, want %d", token, got, size)
		}
	}
}

func TestPathFor(t *testing.T) {
	tests := []struct {
		pattern string
		n       int
		want    string
	}{
		{"/search?q=*&x", 0, "/search?q=x&x"},
		{"/search?q=*&x", 1, "/search?q=foo/bar&x"},
		{"/caf\xc3\xa9/$", 0, "/caf%C3%A9/"},
		{"private/*.php$", 2, "/private/.php"},
		{"/a b%zz%2F", 0, "/a%20b%25zz%2F"},
		{"/docs/", 2, "/docs/index.html"},
		{"*", 0, "/x"},
	}
	for _, test := range tests {
		if got := pathFor(test.pattern, test.n); got != test.want {
			t.Errorf("pathFor(%q, %d) = %q, want %q", test.pattern, test.n, got, test.want)
		}
	}
}

func TestWorkloadIsDeterministicAndValid(t *testing.T) {
	files := []*file{newFile("a", []byte(sample)), newFile("b", nil), newFile("c", []byte(strings.Repeat("\x00\xff", 99)))}
	first, second := newWorkload(files), newWorkload(files)
	if !reflect.DeepEqual(first, second) {
		t.Error("two workloads of the same files differ")
	}
	if want := len(files) * len(tokens); len(first.corpus) != want || len(first.single) != len(files) {
		t.Errorf("%d asks and %d single ones, want %d and %d", len(first.corpus), len(first.single), want, len(files))
	}
	if len(first.small) != len(tokens) {
		t.Errorf("%d asks in small groups, want %d: only the first file has rules", len(first.small), len(tokens))
	}
	for _, asks := range [][]ask{first.corpus, first.literal, first.wildcard, first.hostile} {
		for _, a := range asks {
			for i, raw := range a.urls {
				u, err := url.Parse(raw)
				if err != nil || u.Host != "example.com" || origin+a.paths[i] != raw {
					t.Errorf("%s: URL %q of path %q: %v", a.file.name, raw, a.paths[i], err)
				}
			}
		}
	}
}

func TestSyntheticVerdicts(t *testing.T) {
	// Half of the questions hit a rule; of the literal ones a tenth of the rules allow.
	w := newWorkload(nil)
	tests := []struct {
		name     string
		asks     []ask
		min, max int // verdicts that allow
	}{
		{"literal", w.literal, 1050, 1150},
		{"wildcard", w.wildcard, 300, 300},
		{"hostile", w.hostile, 2, 2}, // the first matches, the others do not
	}
	for _, test := range tests {
		for _, fromURL := range []bool{false, true} {
			for _, p := range []peer{waymark{}, grobotstxtPeer{}} {
				asks := test.asks
				if p.name() == "grobotstxt" && test.name != "hostile" {
					continue // slow
				}
				if got := p.match(asks, fromURL)(); got < test.min || got > test.max {
					t.Errorf("%s: %s allows %d of %d, want %d to %d", test.name, p.name(), got, questions(asks), test.min, test.max)
				}
			}
		}
	}
}

func TestAgents(t *testing.T) {
	w := newWorkload(nil)
	seen := map[string]bool{}
	for _, token := range w.agentsTokens {
		seen[token] = true
	}
	if len(seen) != 2000 {
		t.Errorf("%d different tokens, want 2000", len(seen))
	}
	for _, token := range []string{w.agentsTokens[0], w.agentsTokens[1999]} {
		for path, want := range map[string]bool{"/section-1999/private/x": false, "/section-2000/private/x": true} {
			if got := (waymark{}).oneShot(w.agents, token, origin+path); got != want {
				t.Errorf("%s %s: allowed %t, want %t", token, path, got, want)
			}
		}
	}
}

func TestEvery(t *testing.T) {
	f := newFile("f", nil)
	var asks []ask
	for range 10 {
		asks = append(asks, newAsk(f, "x", []string{"/1", "/2", "/3"}))
	}
	for stride, want := range map[int]int{0: 30, 1: 30, 2: 15, 7: 4, 1000: 1} {
		if got := questions(every(asks, stride)); got != want {
			t.Errorf("every(30 questions, %d) keeps %d, want %d", stride, got, want)
		}
	}
}
