package main

import (
	"bytes"
	"context"
	"fmt"
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
		p := newProgress(&out, true)
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
		p := newProgress(&out, false)
		p.begin(context.Background(), func(int64) string { return "x" })
		time.Sleep(time.Minute)
		if p.end(); out.Len() > 0 {
			t.Errorf("got %q", out.String())
		}
	})
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
