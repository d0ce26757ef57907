package crawler

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"waymark.example/robotstxt"
)

// resolve fails the test where a name is unknown.
func resolve(t *testing.T, name string) Profile {
	t.Helper()
	p, err := Resolve(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// check asks a profile for a path.
func check(t *testing.T, p Profile, body, path string) robotstxt.Verdict {
	t.Helper()
	asked, err := robotstxt.PathOf(path)
	if err != nil {
		t.Fatal(err)
	}
	return p.Rules(p.Parse([]byte(body))).Check(asked)
}

func TestRules(t *testing.T) {
	const all = "User-agent: *\nDisallow: /\n"
	tests := []struct {
		name, body string
		allowed    bool
		reason     robotstxt.Reason
	}{
		{"Googlebot-Image", "User-agent: Googlebot\nDisallow: /\n\nUser-agent: *\nAllow: /\n", false, robotstxt.ByRule},
		{"Googlebot-Image", "User-agent: Googlebot\nDisallow: /\n\nUser-agent: Googlebot-Image\nAllow: /\n", true, robotstxt.ByRule},
		{"Storebot-Google", "User-agent: Googlebot\nDisallow: /\n", true, robotstxt.NoGroup},
		{"Applebot", "User-agent: Googlebot\nDisallow: /\n", false, robotstxt.ByRule},
		{"bingbot", "User-agent: msnbot\nDisallow: /\n", false, robotstxt.ByRule},
		{"GPTBot", all, false, robotstxt.ByRule},
		{"AdsBot-Google", all, true, robotstxt.NoGroup},
		{"AdsBot-Google", "User-agent: AdsBot-Google\nDisallow: /\n", false, robotstxt.ByRule},
		{"YandexDirect", all, true, robotstxt.NoGroup},
		{"YandexDirect", "User-agent: Yandex\nDisallow: /\n", false, robotstxt.ByRule},
		{"Google-Safety", all, true, robotstxt.Exempt},
		{"user-fetch", all, true, robotstxt.Exempt},
		{"rfc9309", all, false, robotstxt.ByRule},
		{"rfc9309", "User-agent: x\nDisallow: /\n", true, robotstxt.NoGroup},
		{"Googlebot", "User-agent: Googlebot\nDisallowed: /\n", false, robotstxt.ByRule}, // the dialect's doing
		{"GPTBot", "User-agent: GPTBot\nDisallowed: /\n", true, robotstxt.NoMatch},
	}
	for _, test := range tests {
		if v := check(t, resolve(t, test.name), test.body, "/x"); v.Allowed != test.allowed || v.Reason != test.reason {
			t.Errorf("%s, %q: allowed %t, %s: want %t, %s", test.name, test.body, v.Allowed, v.Reason, test.allowed, test.reason)
		}
	}
}

func TestZeroProfile(t *testing.T) {
	if v := check(t, Profile{}, "User-agent: *\nDisallow: /x\n", "/x"); v.Allowed {
		t.Error("the zero profile does not ask for *")
	}
	if v := check(t, Profile{Chain: []string{"FooBot"}}, "User-agent: foobot\nDisallow: /x\n", "/x"); v.Allowed {
		t.Error("a profile made by hand does not ask for its chain")
	}
}

// padded returns a robots.txt of so many octets: comments, then a rule that disallows everything.
func padded(octets int) []byte {
	const rule = "\nUser-agent: *\nDisallow: /"
	body := bytes.Repeat([]byte("#"), octets-len(rule))
	return append(body, rule...)
}

func TestLimits(t *testing.T) {
	tests := []struct {
		name    string
		octets  int
		allowed bool
		reason  robotstxt.Reason
	}{
		{"Googlebot", 512_000, false, robotstxt.ByRule},
		{"Googlebot", 512_001, true, robotstxt.NoMatch}, // the line of the rule is cut, and dropped
		{"GPTBot", 512_000, false, robotstxt.ByRule},
		{"GPTBot", 512_001, true, robotstxt.NoMatch}, // none is documented: robotstxt.DefaultLimit
		{"YandexBot", 512_000, false, robotstxt.ByRule},
		{"YandexBot", 512_001, true, robotstxt.TooLarge},
	}
	for _, test := range tests {
		p := resolve(t, test.name)
		path, err := robotstxt.PathOf("/x")
		if err != nil {
			t.Fatal(err)
		}
		v := p.Rules(p.Parse(padded(test.octets))).Check(path)
		if v.Allowed != test.allowed || v.Reason != test.reason {
			t.Errorf("%s, %d octets: allowed %t, %s: want %t, %s", test.name, test.octets, v.Allowed, v.Reason, test.allowed, test.reason)
		}
	}
}

func TestLimit(t *testing.T) {
	tests := []struct {
		p          Profile
		octets     int
		documented bool
	}{
		{resolve(t, "google"), 512_000, true},
		{resolve(t, "openai"), robotstxt.DefaultLimit, false},
		{Profile{}, robotstxt.DefaultLimit, false},
		{Profile{Limits: Limits{MaxBytes: -1}}, robotstxt.DefaultLimit, false},
		{Profile{Limits: Limits{MaxBytes: 100, Beyond: OpenSite}}, 100, true},
	}
	for _, test := range tests {
		if octets, documented := test.p.Limit(); octets != test.octets || documented != test.documented {
			t.Errorf("%s, %+v: %d, %t: want %d, %t", test.p.Name, test.p.Limits, octets, documented, test.octets, test.documented)
		}
	}
	// A size that is not documented opens nothing, so the rest is not read.
	p := Profile{Limits: Limits{Beyond: OpenSite}}
	if v := check(t, p, string(padded(robotstxt.DefaultLimit+1)), "/x"); v.Reason != robotstxt.NoMatch {
		t.Errorf("open beyond no documented size: %s", v.Reason)
	}
}

func TestOpens(t *testing.T) {
	if p := resolve(t, "yandex"); p.Opens(512_000) || !p.Opens(512_001) {
		t.Error("yandex: opens at the wrong size")
	}
	if resolve(t, "google").Opens(1<<30) || (Profile{}).Opens(1<<30) || (Profile{Limits: Limits{Beyond: OpenSite}}).Opens(1) {
		t.Error("a profile opens that does not")
	}
}

func TestDelay(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name  string
		asked time.Duration
		want  time.Duration // -1: ignored
	}{
		{"bingbot", 1 * s, 1 * s},
		{"bingbot", 30 * s, 30 * s},
		{"bingbot", 0, -1},
		{"bingbot", 31 * s, -1},
		{"bingbot", 1500 * time.Millisecond, -1},
		{"SemrushBot", 10 * s, 10 * s},
		{"SemrushBot", 60 * s, 10 * s},
		{"SemrushBot", 0, 0},
		{"MJ12bot", 25 * s, 20 * s},
		{"AhrefsBot", 500 * time.Millisecond, 500 * time.Millisecond},
		{"ClaudeBot", 3600 * s, 3600 * s},
		{"ClaudeBot", -1 * s, -1},
		{"Googlebot", 5 * s, -1},
		{"YandexBot", 5 * s, -1},
		{"GPTBot", 5 * s, -1}, // nothing is known
		{"rfc9309", 5 * s, -1},
	}
	for _, test := range tests {
		got, ok := resolve(t, test.name).Delay(test.asked)
		if !ok && got != 0 {
			t.Errorf("%s, %s: %s without ok", test.name, test.asked, got)
		}
		if !ok {
			got = -1
		}
		if got != test.want {
			t.Errorf("%s, %s: %s: want %s", test.name, test.asked, got, test.want)
		}
	}
	low := Profile{Honoured: []string{"crawl-delay"}, CrawlDelay: DelayRange{Min: 5, Outside: ClampDelay}}
	if d, ok := low.Delay(s); !ok || d != 5*s {
		t.Errorf("below the lower bound: %s, %t", d, ok)
	}
}

func TestHonours(t *testing.T) {
	tests := []struct {
		name             string
		kind             robotstxt.Kind
		honours, ignores bool
	}{
		{"google", robotstxt.Sitemap, true, false},
		{"google", robotstxt.CrawlDelay, false, true},
		{"google", robotstxt.License, false, false},
		{"google", robotstxt.Disallow, true, false},
		{"yandex", robotstxt.CleanParam, true, false},
		{"seznam", robotstxt.RequestRate, true, false},
		{"rfc9309", robotstxt.Sitemap, false, false},
		{"rfc9309", robotstxt.UserAgent, true, false},
		{"google", robotstxt.Blank, false, false},
	}
	for _, test := range tests {
		p := resolve(t, test.name)
		if p.Honours(test.kind) != test.honours || p.Ignores(test.kind) != test.ignores {
			t.Errorf("%s: %s: honours %t, ignores %t", test.name, test.kind, p.Honours(test.kind), p.Ignores(test.kind))
		}
	}
}

// The profiles of records name kinds that the parser knows, or keys that it reports as unknown records.
func TestRecordsAreKinds(t *testing.T) {
	for p := range Profiles() {
		for _, key := range p.Honoured {
			line := robotstxt.Parse([]byte("User-agent: *\n"+key+": 1\n"), nil).Line(2)
			if line.Kind.String() != strings.ToLower(key) {
				t.Errorf("%s: honours %q, which is of kind %s", p.Name, key, line.Kind)
			}
		}
	}
}
