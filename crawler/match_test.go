package crawler

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestMatch(t *testing.T) {
	tests := []struct{ header, want string }{
		{"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"},
		{"Googlebot-Image/1.0", "Googlebot-Image"},
		{"Googlebot", "Googlebot"},
		{"GOOGLEBOT/2.1", "Googlebot"},
		{"AdsBot-Google (+http://www.google.com/adsbot.html)", "AdsBot-Google"},
		{"Mozilla/5.0 (Linux; Android 10) (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)", "AdsBot-Google-Mobile"},
		{"Mozilla/5.0 (compatible; adidxbot/2.0; +http://www.bing.com/bingbot.htm)", "AdIdxBot"},
		{"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; robots.txt; +https://openai.com/searchbot", "OAI-SearchBot"},
		{"Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)", "Slurp"},
		{"Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)", "Sogou web spider"},
		{"Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)", "dotbot"},
		{"Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)", "archive.org_bot"},
		{"360Spider(compatible; HaosouSpider)", "360Spider"},
		{"Mozilla/5.0 (compatible;PetalBot;+https://webmaster.petalsearch.com/site/petalbot)", "PetalBot"},
		{"Mozilla/5.0 (compatible; FirecrawlAgent)", "FirecrawlAgent"},
		{"ClaudeBot Googlebot-Image/1.0", "Googlebot-Image"}, // the longest
		{"GPTBot/1.4 Daumoa Yeti/1.1 msnbot", "GPTBot"},      // the first of the longest

		{"", ""},
		{"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", ""},
		{"NotGooglebot/1.0", ""},
		{"Googlebots/1.0", ""},
		{"Googlebot-Foo/1.0", ""},
		{"Foo/1.0 (+https://example.com/Googlebot)", ""},
		{"Foo/1.0 (+https://openai.com/gptbot; claudebot@anthropic.com)", ""},
		{"Some Spider/1.0", ""}, // a common word says nothing
		{"Google-Extended", ""}, // a control token
	}
	for _, test := range tests {
		if c, ok := Match(test.header); c.Token != test.want || ok != (test.want != "") {
			t.Errorf("Match(%q): %q, %t: want %q", test.header, c.Token, ok, test.want)
		}
	}
}

func TestMatchFindsEveryCrawler(t *testing.T) {
	for c := range All() {
		headers := []string{c.Example}
		if c.UserAgent != "" {
			headers = append(headers, c.UserAgent, "Mozilla/5.0 (compatible; "+strings.ToUpper(c.UserAgent)+"/9.9; +https://example.com/bot)")
		}
		for _, header := range headers {
			if got, _ := Match(header); header != "" && got.Token != c.Token {
				t.Errorf("Match(%q): %q: want %q", header, got.Token, c.Token)
			}
		}
	}
}

// userAgents holds the crawlers that a header may name, with what it holds in lower case.
var userAgents = sync.OnceValue(func() (found []needle) {
	for i, c := range slices.Collect(All()) {
		if c.UserAgent != "" {
			found = append(found, needle{strings.ToLower(c.UserAgent), i})
		}
	}
	return found
})

// slowMatch is the reference: every User-Agent at every place.
func slowMatch(header string) string {
	header = strings.ToLower(header)
	token, longest := "", 0
	for at := range len(header) {
		for _, n := range userAgents() {
			text := n.text
			if len(text) <= longest || !strings.HasPrefix(header[at:], text) {
				continue
			}
			before := at == 0 || strings.ContainsRune(" \t()[]{}<>\",;", rune(header[at-1]))
			end := at + len(text)
			after := end == len(header) || strings.ContainsRune(" \t()[]{}<>\",;/", rune(header[end]))
			if before && after {
				token, longest = known().crawlers[n.crawler].Token, len(text)
			}
		}
	}
	return token
}

// FuzzMatch checks Match against the reference, and that what it finds is in the header.
func FuzzMatch(f *testing.F) {
	for c := range All() {
		if c.Example != "" {
			f.Add(c.Example)
		}
	}
	f.Add("x Yahoo! Slurp;Sogou web spider/1 Terra Cotta")
	f.Add("Datenbank Datenbank Crawler)Googlebot-Image/Googlebot,GPTBot")
	f.Add("\xff Googlebot\x00 \u0130 Googlebot")
	f.Fuzz(func(t *testing.T, header string) {
		c, ok := Match(header)
		if want := slowMatch(header); c.Token != want || ok != (want != "") {
			t.Errorf("Match(%q): %q, %t: the reference finds %q", header, c.Token, ok, want)
		}
		if ok && !strings.Contains(strings.ToLower(header), strings.ToLower(c.UserAgent)) {
			t.Errorf("Match(%q): %q, which is not in it", header, c.UserAgent)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	const header = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/W.X.Y.Z Safari/537.36"
	for b.Loop() {
		Match(header)
	}
}
