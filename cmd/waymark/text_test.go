package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"waymark.example/crawler"
	"waymark.example/robotstxt"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a b": "a b", "日本é": "日本é", "\x1b[31m": `\x1b[31m`, "a\tb\n": `a\tb\n`, "\xff": `\xff`, "\ufffd": "\ufffd",
		"\u202ex": `\u202ex`, "\u00a0": `\u00a0`, "\ufeff": `\ufeff`, "\x7f": `\x7f`, "\U000e0041": `\U000e0041`, `\x`: `\x`,
	} {
		if got := visible(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, test := range []struct {
		in   string
		most int
		want string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdefg", 6, "abc..."}, {"日本語", 6, "日本語"}, {"日本語x", 6, "日..."}, {"e\u0301e\u0301", 2, "e\u0301e\u0301"},
	} {
		if got := clip(test.in, test.most); got != test.want || columns(got) > test.most {
			t.Errorf("%q to %d: got %q", test.in, test.most, got)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("a\x1b\xff日\u0301", 5)
	f.Fuzz(func(t *testing.T, s string, most int) {
		v := visible(s)
		if !utf8.ValidString(v) || visible(v) != v || strings.ContainsAny(v, "\x1b\n\r\t") {
			t.Fatalf("visible(%q) = %q", s, v)
		}
		most = 3 + most&63
		if c := clip(v, most); columns(c) > most || columns(v) <= most && c != v {
			t.Fatalf("clip(%q, %d) = %q", v, most, c)
		}
	})
}

func TestSmallTexts(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{grouped(0), "0"}, {grouped(999), "999"}, {grouped(1000), "1,000"}, {grouped(1234567), "1,234,567"},
		{plural(1, "rule"), "1 rule"}, {plural(2000, "rule"), "2,000 rules"},
		{shellWord("https://example.com/a"), "https://example.com/a"}, {shellWord("a'b"), `'a'\''b'`}, {shellWord(""), "''"},
		{shellWord("/a?b&c"), "'/a?b&c'"}, {shellWord("é"), "'é'"},
		{siteOf("HTTPS://example.com:8080?x"), "HTTPS://example.com:8080"}, {siteOf("/a"), ""}, {siteOf("example.com"), ""},
		{strings.Join(slices.Collect(wrap("aa bb cc dddddddd e", 5)), "|"), "aa bb|cc|dddddddd|e"},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

// TestOddSentences: there are words for every oddity.
func TestOddSentences(t *testing.T) {
	for bit := robotstxt.Oddity(1); len(bit.Names()) > 0; bit <<= 1 {
		if oddSentences[bit] == "" {
			t.Errorf("no words for %q", bit.Names())
		}
	}
}

// TestProgress: nothing in the first second, then the count, and lines of talk in its place.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := newProgress(&out, true, false)
		p.begin(t.Context(), func(n int64) string { return fmt.Sprint(n, " done") })
		p.count.Store(1)
		wait := func(d time.Duration, want string) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			p.mu.Lock() // not only for p: the race detector sees no order in time
			defer p.mu.Unlock()
			if out.String() != want {
				t.Errorf("got %q, want %q", out.String(), want)
			}
			out.Reset()
		}
		wait(progressAfter-time.Millisecond, "")
		wait(2*time.Millisecond, clearLine+"1 done")
		p.count.Store(2)
		wait(progressEvery, clearLine+"2 done")
		p.line("warning\n")
		p.line("warning\n")
		wait(0, clearLine+"warning\nwarning\n")
		wait(progressEvery, clearLine+"2 done")
		p.end()
		wait(time.Second, clearLine)
		p.end()
	})
}

// TestNoProgress: none where stderr is no terminal.
func TestNoProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := newProgress(&out, false, false)
		p.begin(context.Background(), func(int64) string { return "x" })
		time.Sleep(time.Minute)
		if p.end(); out.Len() > 0 {
			t.Errorf("got %q", out.String())
		}
	})
}

// TestProgressBesideData: none where data go to a terminal, too. The count begins anew all the same.
func TestProgressBesideData(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := newProgress(&out, true, true)
		p.count.Store(7)
		p.beginBesideData(context.Background(), func(int64) string { return "x" })
		time.Sleep(time.Minute)
		if p.end(); out.Len() > 0 || p.count.Load() != 0 {
			t.Errorf("got %q, count %d", out.String(), p.count.Load())
		}
	})
}

// A slowReader gives a body after a time.
type slowReader struct {
	body io.Reader
	wait time.Duration
}

func (r *slowReader) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	if err == io.EOF {
		time.Sleep(r.wait)
	}
	return n, err
}

// TestReadingProgress: a body that takes long is counted on stderr, though stdout is a terminal, too.
func TestReadingProgress(t *testing.T) {
	for _, args := range [][]string{{"check", "-f", "-", "/a"}, {"show", "-"}} {
		for _, test := range []struct {
			wait     time.Duration
			errWidth int
			want     string
		}{
			{progressAfter + time.Millisecond, 80, clearLine + "waymark: 13 octets of stdin read" + clearLine},
			{progressAfter - time.Millisecond, 80, ""},
			{time.Minute, 0, ""},
		} {
			synctest.Test(t, func(t *testing.T) {
				c := call{args: args, in: &slowReader{strings.NewReader("User-agent: *"), test.wait}, width: 80, errWidth: test.errWidth}
				if status := c.run(); status != statusYes || c.stderr.String() != test.want {
					t.Errorf("%q, %v: status %d, stderr %q", args, test.wait, status, c.stderr.String())
				}
			})
		}
	}
}

// TestValueErrors: what a Parse function of package robotstxt refuses is marked, in words and in JSON.
func TestValueErrors(t *testing.T) {
	for _, test := range []struct{ record, words string }{
		{"Crawl-delay: 5", ""}, {"Crawl-delay: soon", "no number of seconds, ignored"}, {"Crawl-delay:", "no number of seconds, ignored"},
		{"Crawl-delay: -1", "not from 0 seconds to a year, ignored"},
		{"Request-rate: 1/10s", ""}, {"Request-rate: 1", "not of the form 1/10s or 1/10s 1300-1659, ignored"},
		{"Visit-time: 0600-0845", ""}, {"Visit-time: 6-8", "not of the form 0600-0845, ignored"},
		{"Clean-param: a&b /", ""}, {"Clean-param: a&&b", "not of the form ref&sid /path, ignored"},
		{"Content-Signal: search=yes", ""}, {"Content-Signal: search=yes, x", "an entry is not of the form search=yes: it is ignored, any others count"},
	} {
		for _, body := range []string{"User-agent: *\n" + test.record, test.record} { // in a group and in none
			text := call{args: []string{"show", "-"}, in: strings.NewReader(body)}
			text.run()
			lines := call{args: []string{"show", "--lines", "-"}, in: strings.NewReader(body)}
			lines.run()
			asJSON := call{args: []string{"show", "--json", "-"}, in: strings.NewReader(body)}
			asJSON.run()
			if marked := strings.Contains(text.stdout.String(), ", ignored)") || strings.Contains(text.stdout.String(), " count)"); marked != (test.words != "") ||
				!strings.Contains(text.stdout.String(), test.words) || !strings.Contains(lines.stdout.String(), test.words) {
				t.Errorf("%q: want %q in\n%s\n%s", body, test.words, text.stdout.String(), lines.stdout.String())
			}
			if has := strings.Contains(asJSON.stdout.String(), `"value_error": "`+strings.ToLower(test.record[:5])); has != (test.words != "") {
				t.Errorf("%q: value_error is there: %v, in\n%s", body, has, asJSON.stdout.String())
			}
		}
	}
}

// TestNoRules: a group without rules allows everything only where no other group names one of its tokens.
func TestNoRules(t *testing.T) {
	const own, all = "no rules of its own\n", "no rules of its own: everything is allowed\n"
	for _, test := range []struct{ dialect, first, second, want string }{
		{"rfc9309", "a", "b", all}, {"rfc9309", "a", "A", own}, {"rfc9309", "a/1.0", "a x", own}, {"rfc9309", "a", "a,b", all},
		{"google", "a", "a,b", own}, {"rfc9309", "*", "* x", own}, {"rfc9309", "*", "a", all}, {"rfc9309", "1a", "1b", all},
		{"rfc9309", "a\nUser-agent: a", "b", all}, {"rfc9309", "a\nUser-agent: b", "b", own}, {"first-match", "a", "b", own},
	} {
		body := "User-agent: " + test.second + "\nDisallow: /\nUser-agent: " + test.first + "\nCrawl-delay: 1"
		if test.dialect == "rfc9309" { // the engine agrees
			rules := robotstxt.Parse(body, nil).Rules(strings.FieldsFunc(test.second, func(r rune) bool { return r == '/' || r == ' ' })[0])
			path, _ := robotstxt.PathOf("/")
			if e := rules.Explain(path); (len(e.Group.Lines) > 1) != (test.want == own) {
				t.Errorf("%q: merged from %v", test, e.Group.Lines)
			}
		}
		c := call{args: []string{"show", "--dialect", test.dialect, "-"}, in: strings.NewReader(body)}
		if status := c.run(); status != statusYes || !strings.Contains(c.stdout.String(), " "+test.want) {
			t.Errorf("%q: status %d, %s", test, status, c.stdout.String())
		}
	}
}

// TestShowLists: no list of show --json is absent or null.
func TestShowLists(t *testing.T) {
	for body, want := range map[string][]string{
		"":                        {"groups", "sitemaps", "licenses", "others", "odd", "lines"},
		"User-agent: *":           {"rules", "records", "sitemaps", "licenses", "others", "odd", "lines"},
		"User-agent: *\nAllow: /": {"records", "sitemaps", "licenses", "others", "odd", "lines"},
	} {
		c := call{args: []string{"show", "--json", "-"}, in: strings.NewReader(body)}
		status := c.run()
		for _, list := range want {
			if status != statusYes || !strings.Contains(c.stdout.String(), `"`+list+`": []`) {
				t.Errorf("%q: status %d, want an empty array of %s in %s", body, status, list, c.stdout.String())
			}
		}
	}
}

// TestCrawlers: every known crawler is in the table, and can be told of, as can every profile.
func TestCrawlers(t *testing.T) {
	c := call{args: []string{"crawlers"}}
	if status := c.run(); status != statusYes || c.stderr.Len() > 0 {
		t.Fatal(status, c.stderr.String())
	}
	table := c.stdout.String()
	for k := range crawler.All() {
		if !strings.Contains(table, "\n"+k.Token+"  ") {
			t.Errorf("%q is not in the table", k.Token)
		}
		one := call{args: []string{"crawlers", "--", k.Token}}
		if status := one.run(); status != statusYes || !strings.HasPrefix(one.stdout.String(), k.Token) || !strings.Contains(one.stdout.String(), "\nReads robots.txt by the profile "+k.Profile+"\n") {
			t.Errorf("%q: status %d, %s", k.Token, status, one.stdout.String())
		}
	}
	for p := range crawler.Profiles() {
		one := call{args: []string{"crawlers", "--json", p.Name}}
		if status := one.run(); status != statusYes || !strings.Contains(one.stdout.String(), `"name": "`+p.Name+`"`) {
			t.Errorf("%q: status %d, %s", p.Name, status, one.stdout.String())
		}
	}
}

// TestCrawlerDetails: what is less sure than the rest is marked.
func TestCrawlerDetails(t *testing.T) {
	for _, test := range []struct {
		name string
		want []string
	}{
		{"Googlebot-Image", []string{"looks for       Googlebot-Image, then Googlebot, then * (unverified)\n", "confidence      official; fallback: unverified\n"}},
		{"Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", []string{"bingbot, Microsoft\n", "1 to 30 s, whole seconds; outside that it is ignored (third-party)\n"}},
		{"AdsBot-Google", []string{"AdsBot-Google; the group * does not count"}},
		{"yandex", []string{"Profile yandex\n", "beyond 512,000 octets the whole site is open"}},
	} {
		c := call{args: []string{"crawlers", test.name}}
		status := c.run()
		for _, want := range test.want {
			if status != statusYes || !strings.Contains(c.stdout.String(), want) {
				t.Errorf("%s: status %d, want %q in\n%s", test.name, status, want, c.stdout.String())
			}
		}
	}
}

func TestVersion(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"version", "--json"}, {"--version"}} {
		c := call{args: args}
		if status := c.run(); status != statusYes || !strings.Contains(c.stdout.String(), "(devel)") && !strings.Contains(c.stdout.String(), "v") {
			t.Errorf("%q: status %d, %s", args, status, c.stdout.String())
		}
	}
}
