package crawler

import (
	"slices"
	"strings"
	"testing"
)

func TestLookup(t *testing.T) {
	for _, name := range []string{"GPTBot", "gptbot", "GPTBOT"} {
		if c, ok := Lookup(name); !ok || c.Token != "GPTBot" || c.Vendor != "OpenAI" {
			t.Errorf("Lookup(%q): %q, %t", name, c.Token, ok)
		}
	}
	for _, name := range []string{"", "*", "GPTBot/1.4", "GPTB", "google"} {
		if c, ok := Lookup(name); ok {
			t.Errorf("Lookup(%q): %q", name, c.Token)
		}
	}
}

// What the vendors' pages say about chains and "*".
func TestChains(t *testing.T) {
	tests := []struct {
		token string
		chain []string
		star  bool // whether "*" binds it
	}{
		{"Googlebot-News", []string{"Googlebot-News", "Googlebot"}, true},
		{"Storebot-Google", []string{"Storebot-Google"}, true},
		{"AdsBot-Google", []string{"AdsBot-Google"}, false},
		{"Mediapartners-Google", []string{"Mediapartners-Google"}, false},
		{"APIs-Google", []string{"APIs-Google"}, false},
		{"bingbot", []string{"bingbot", "msnbot"}, true},
		{"YandexBot", []string{"YandexBot", "Yandex"}, true},
		{"Baiduspider-image", []string{"Baiduspider-image", "Baiduspider"}, true},
		{"Applebot", []string{"Applebot", "Googlebot"}, true},
		{"Amzn-SearchBot", []string{"Amzn-SearchBot"}, true},
	}
	for _, test := range tests {
		c, ok := Lookup(test.token)
		if !ok || !slices.Equal(c.Chain(), test.chain) || c.IgnoresStar == test.star {
			t.Errorf("%s: %t, chain %q, ignores %t", test.token, ok, c.Chain(), c.IgnoresStar)
		}
	}
}

func TestConfidenceIn(t *testing.T) {
	tests := []struct {
		token, fact string
		want        Confidence
	}{
		{"Googlebot-Image", "obeys", Official},
		{"Googlebot-Image", "fallback", Unverified},
		{"Google-CloudVertexBot", "fallback", ThirdParty},
		{"YandexDirect", "ignores_star", Unverified},
		{"YandexDirect", "fallback", Official},
		{"Baiduspider", "fallback", Unverified},
		{"Bytespider", "obeys", ThirdParty},
		{"DeepSeekBot", "obeys", ThirdParty},
		{"AhrefsBot", "ranges", Unverified},
		{"Amzn-SearchBot", "fallback", Unverified},
		{"Amzn-SearchBot", "obeys", Official},
		{"ChatGPT Agent", "ignores_star", Unverified},
	}
	for _, test := range tests {
		c, _ := Lookup(test.token)
		if got := c.ConfidenceIn(test.fact); got != test.want {
			t.Errorf("%s: %s is %s: want %s", test.token, test.fact, got, test.want)
		}
	}
	profiles := []struct {
		name, fact string
		want       Confidence
	}{
		{"google", "dialect", Official},
		{"bing", "dialect", ThirdParty},
		{"bing", "honours", Official},
		{"baidu", "dialect", Unverified},
		{"yandex", "dialect", Unverified},
		{"seznam", "dialect", Unverified},
		{"majestic", "dialect", Unverified},
		{"user-fetch", "exempt", Unverified},
		{"rfc9309", "obeys", Official},
		{"semrush", "obeys", Unverified}, // as SemrushBot
		{"Bytespider", "obeys", ThirdParty},
		{"Bytespider", "exempt", ThirdParty},
		{"Bytespider", "limits", Official}, // as the profile
		{"FeedFetcher-Google", "exempt", Official},
		{"Googlebot-Image", "chain", Unverified},
		{"YandexDirect", "ignores_star", Unverified},
	}
	for _, test := range profiles {
		if got := resolve(t, test.name).ConfidenceIn(test.fact); got != test.want {
			t.Errorf("profile of %s: %s is %s: want %s", test.name, test.fact, got, test.want)
		}
	}
	if got := (Profile{Confidence: Official}).ConfidenceIn("obeys"); got != Official {
		t.Errorf("a profile made by hand: obeys is %q", got)
	}
	p, err := Resolve("semrush")
	if err != nil || p.ConfidenceIn("crawl_delay.outside") != Unverified ||
		p.ConfidenceIn("crawl_delay.max") != Official || p.ConfidenceIn("fetch.cache_seconds") != Unverified {
		t.Errorf("semrush: %v, except %v", err, p.Except)
	}
}

func TestByPurpose(t *testing.T) {
	all := 0
	for _, purpose := range Purposes() {
		n := 0
		for c := range ByPurpose(purpose) {
			if c.Purpose != purpose {
				t.Errorf("%s: %s is for %s", purpose, c.Token, c.Purpose)
			}
			n++
		}
		if n == 0 {
			t.Errorf("%s: no crawler", purpose)
		}
		all += n
	}
	if want := len(slices.Collect(All())); all != want {
		t.Errorf("%d crawlers by purpose, %d in all", all, want)
	}
}

func TestIteratorsStop(t *testing.T) {
	n := 0
	for range All() {
		n++
		break
	}
	for range ByPurpose(ForAITraining) {
		n++
		break
	}
	if n != 2 {
		t.Errorf("%d crawlers: want 2", n)
	}
}

// The named crawlers come first, each vendor's together.
func TestOrder(t *testing.T) {
	var vendors []string
	for c := range All() {
		if len(vendors) == 0 || vendors[len(vendors)-1] != c.Vendor {
			vendors = append(vendors, c.Vendor)
		}
		if c.Listed != (c.Vendor == "") {
			t.Errorf("%s: vendor %q, listed %t", c.Token, c.Vendor, c.Listed)
		}
	}
	slices.Sort(vendors)
	if once := slices.Compact(slices.Clone(vendors)); len(once) != len(vendors) {
		t.Errorf("a vendor's crawlers are not together: %s", strings.Join(vendors, ", "))
	}
}
