package crawler

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"waymark.example/robotstxt"
)

func TestResolve(t *testing.T) {
	tests := []struct {
		name, profile string
		chain         []string
		star, exempt  bool // whether "*" is ignored, whether robots.txt is
		dialect       robotstxt.Dialect
	}{
		{"rfc9309", "rfc9309", nil, false, false, robotstxt.RFC9309},
		{"google", "google", []string{"Googlebot"}, false, false, robotstxt.Google},
		{"Google", "google", []string{"Googlebot"}, false, false, robotstxt.Google},
		{"googlebot-image", "google", []string{"Googlebot-Image", "Googlebot"}, false, false, robotstxt.Google},
		{"AdsBot-Google", "google-special", []string{"AdsBot-Google"}, true, false, robotstxt.Google},
		{"google-special", "google-special", []string{"AdsBot-Google"}, true, false, robotstxt.Google},
		{"Google-Safety", "google-special", []string{"Google-Safety"}, false, true, robotstxt.Google},
		{"yandex", "yandex", []string{"YandexBot", "Yandex"}, false, false, robotstxt.RFC9309},
		{"YandexDirect", "yandex", []string{"YandexDirect", "Yandex"}, true, false, robotstxt.RFC9309},
		{"Baiduspider", "baidu", []string{"Baiduspider"}, false, false, robotstxt.RFC9309},
		{"Perplexity-User", "perplexity", []string{"Perplexity-User"}, false, true, robotstxt.RFC9309},
		{"FeedFetcher-Google", "user-fetch", []string{"FeedFetcher-Google"}, false, true, robotstxt.RFC9309},
		{"user-fetch", "user-fetch", nil, false, true, robotstxt.RFC9309},
		{"slurp", "slurp", []string{"Slurp"}, false, false, robotstxt.RFC9309},
		{"Slurp", "slurp", []string{"Slurp"}, false, false, robotstxt.RFC9309},
		{"openai", "openai", []string{"GPTBot"}, false, false, robotstxt.RFC9309},
		{"OpenAI", "openai", []string{"GPTBot"}, false, false, robotstxt.RFC9309},
	}
	for _, test := range tests {
		p, err := Resolve(test.name)
		if err != nil {
			t.Errorf("Resolve(%q): %v", test.name, err)
			continue
		}
		if p.Name != test.profile || !slices.Equal(p.Chain, test.chain) || p.IgnoresStar != test.star ||
			p.Exempt != test.exempt || p.Dialect != test.dialect {
			t.Errorf("Resolve(%q): %s %q, ignores %t, exempt %t, %s", test.name, p.Name, p.Chain, p.IgnoresStar, p.Exempt, p.Dialect)
		}
	}
}

// A name means the same in any letter case.
func TestResolveLetterCase(t *testing.T) {
	var names []string
	for c := range All() {
		names = append(names, c.Token)
	}
	for p := range Profiles() {
		names = append(names, p.Name)
	}
	for _, name := range names {
		want := resolve(t, name)
		for _, other := range []string{strings.ToLower(name), strings.ToUpper(name)} {
			if got := resolve(t, other); !reflect.DeepEqual(got, want) {
				t.Errorf("Resolve(%q): %s %q; Resolve(%q): %s %q", name, want.Name, want.Chain, other, got.Name, got.Chain)
			}
		}
	}
}

func TestResolveUnknown(t *testing.T) {
	tests := []struct {
		name  string
		first string // "": none near
	}{
		{"Gogglebot", "Googlebot"},
		{"gptbt", "GPTBot"},
		{"GPTBot/1.4", "GPTBot"},
		{"claude", "ClaudeBot"},
		{"iaskspider/2.0", "iaskspider"},
		{"yandexx", "yandex"},
		{"", ""},
		{"*", ""},
		{"x", ""},
		{"zzzzzzzzzzzzzzz", ""},
		{strings.Repeat("bot", 100), ""},
	}
	for _, test := range tests {
		_, err := Resolve(test.name)
		var unknown *UnknownError
		if !errors.As(err, &unknown) || unknown.Name != test.name {
			t.Errorf("Resolve(%q): error %v", test.name, err)
			continue
		}
		if test.first == "" && len(unknown.Near) != 0 || test.first != "" && (len(unknown.Near) == 0 || unknown.Near[0] != test.first) {
			t.Errorf("Resolve(%q): near %q: want %q first", test.name, unknown.Near, test.first)
		}
		if len(unknown.Near) > maxNear {
			t.Errorf("Resolve(%q): %d near names", test.name, len(unknown.Near))
		}
	}
}

func TestDistance(t *testing.T) {
	tests := []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"kitten", "sitting", 3}, {"bingbot", "bngbot", 1}, {"flaw", "lawn", 2},
	}
	for _, test := range tests {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d: want %d", test.a, test.b, got, test.want)
		}
	}
}
