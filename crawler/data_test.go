package crawler

import (
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waymark.example/crawler/registry"
	"waymark.example/robotstxt"
)

func TestDecodeIsStrict(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"unknown key", `"schema": 1`, `"schema": 1, "more": 1`, "unknown field"},
		{"unknown key of a crawler", `{"vendor": "Google"`, `{"colour": "red", "vendor": "Google"`, "unknown field"},
		{"unknown dialect", `"dialect": "google"`, `"dialect": "gogle"`, "unknown dialect"},
		{"other schema", `"schema": 1`, `"schema": 2`, "schema 2"},
		{"unknown profile", `"profile": "bing"`, `"profile": "bong"`, `unknown profile "bong"`},
		{"token twice", `"token": "GPTBot"`, `"token": "BINGBOT"`, "given twice"},
		{"profile twice", `"name": "bing"`, `"name": "google"`, "given twice"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(registry.JSON(), test.old, test.new, 1)
			if text == registry.JSON() {
				t.Fatalf("the data does not hold %s", test.old)
			}
			if _, err := decode(text); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("decode: error %v: want one with %q", err, test.want)
			}
		})
	}
	if _, err := decode(registry.JSON() + "{}"); err == nil {
		t.Error("decode took a second value")
	}
}

func TestCounts(t *testing.T) {
	named, listed := 0, 0
	for c := range All() {
		if c.Listed {
			listed++
		} else {
			named++
		}
	}
	if named < 132 || listed < 100 || len(known().profiles) < 21 {
		t.Errorf("%d named crawlers, %d listed, %d profiles", named, listed, len(known().profiles))
	}
}

func TestCrawlersAreWhole(t *testing.T) {
	obediences := []Obedience{ObeysFully, ObeysPartly, ObeysNot, ObeysUnknown}
	for c := range All() {
		if err := robotstxt.ValidateToken(c.Token); err != nil {
			t.Errorf("%s: %v", c.Token, err)
		}
		if c.Vendor == "" && !c.Listed {
			t.Errorf("%s: no vendor", c.Token)
		}
		if !slices.Contains(Purposes(), c.Purpose) {
			t.Errorf("%s: purpose %q", c.Token, c.Purpose)
		}
		if !slices.Contains(obediences, c.Obeys) {
			t.Errorf("%s: obeys %q", c.Token, c.Obeys)
		}
		if c.IgnoresStar && c.Obeys == ObeysFully {
			t.Errorf("%s: ignores %q, but obeys is %q", c.Token, "*", c.Obeys)
		}
		if c.Control && c.UserAgent != "" {
			t.Errorf("%s: a control token with a User-Agent", c.Token)
		}
		if len(c.Token) >= maxNearName {
			t.Errorf("%s: too long for a suggestion", c.Token)
		}
		checkFallback(t, c)
		checkURLs(t, c.Token, append([]string{c.Ranges, c.Docs}, c.Sources...))
		checkSure(t, c.Token, reflect.TypeFor[Crawler](), c.Confidence, c.Except, c.Sources, c.Date)
		domain := regexp.MustCompile(`^([a-z0-9-]+\.)+[a-z]+$`)
		for _, d := range c.ReverseDNS {
			if !domain.MatchString(d) {
				t.Errorf("%s: reverse DNS %q is no domain", c.Token, d)
			}
		}
	}
}

// Not every fallback is a crawler of its own: some are old names, or names for all crawlers of a vendor.
func checkFallback(t *testing.T, c Crawler) {
	t.Helper()
	for _, token := range c.Fallback {
		_, ok := Lookup(token)
		if !ok && token != "Yandex" && token != "Daumoa" {
			t.Errorf("%s: unknown fallback %q", c.Token, token)
		}
		if !robotstxt.IsProductToken(token) || strings.EqualFold(token, c.Token) {
			t.Errorf("%s: fallback %q", c.Token, token)
		}
	}
}

func checkURLs(t *testing.T, name string, urls []string) {
	t.Helper()
	for _, text := range urls {
		u, err := url.Parse(text)
		if text != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
			t.Errorf("%s: URL %q: %v", name, text, err)
		}
	}
}

// checkSure checks that what is said of an entry's facts is well formed, and names facts that there are.
func checkSure(t *testing.T, name string, of reflect.Type, all Confidence, except map[string]Confidence, sources []string, date string) {
	t.Helper()
	confidences := []Confidence{Official, ThirdParty, Unverified}
	if !slices.Contains(confidences, all) {
		t.Errorf("%s: confidence %q", name, all)
	}
	if all == Official && len(sources) == 0 {
		t.Errorf("%s: official, but no source", name)
	}
	if !regexp.MustCompile(`^(20\d\d-[01]\d(-[0-3]\d)?)?$`).MatchString(date) {
		t.Errorf("%s: date %q", name, date)
	}
	var facts []string
	for i := range of.NumField() {
		fact, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		facts = append(facts, fact)
	}
	for fact, c := range except {
		whole, _, _ := strings.Cut(fact, ".")
		if !slices.Contains(facts, whole) || !slices.Contains(confidences, c) || c == all {
			t.Errorf("%s: except %q: %q", name, fact, c)
		}
	}
}

func TestProfilesAreWhole(t *testing.T) {
	effects := []Effect{"", AllowAll, DisallowAll, UseCopy}
	policies := []string{"", "rfc9309", "google", "archive", "strict"}
	name := regexp.MustCompile(`^[a-z0-9-]+$`)
	for p := range Profiles() {
		if !name.MatchString(p.Name) {
			t.Errorf("profile name %q", p.Name)
		}
		f := p.Fetch
		for _, e := range []Effect{f.On4xx, f.On429, f.On5xx, f.OnNetwork, f.AfterRedirects} {
			if !slices.Contains(effects, e) {
				t.Errorf("%s: effect %q", p.Name, e)
			}
		}
		if !slices.Contains(policies, f.Policy) {
			t.Errorf("%s: policy %q", p.Name, f.Policy)
		}
		if !slices.Contains([]Beyond{"", CutFile, OpenSite}, p.Limits.Beyond) ||
			!slices.Contains([]Outside{"", IgnoreDelay, ClampDelay}, p.CrawlDelay.Outside) {
			t.Errorf("%s: beyond %q, outside %q", p.Name, p.Limits.Beyond, p.CrawlDelay.Outside)
		}
		if p.CrawlDelay != (DelayRange{}) && !p.Honours(robotstxt.CrawlDelay) {
			t.Errorf("%s: a range of a Crawl-delay that is not honoured", p.Name)
		}
		for _, key := range p.Honoured {
			if !name.MatchString(key) || slices.Contains(p.Ignored, key) {
				t.Errorf("%s: honours %q", p.Name, key)
			}
		}
		checkURLs(t, p.Name, append([]string{p.Docs}, p.Sources...))
		checkSure(t, p.Name, reflect.TypeFor[Profile](), p.Confidence, p.Except, p.Sources, p.Date)
	}
}

// A profile found by its own name is that of the vendor's main crawler.
func TestProfileChains(t *testing.T) {
	for p := range Profiles() {
		if len(p.Chain) == 0 {
			continue
		}
		c, ok := Lookup(p.Chain[0])
		if !ok || c.Profile != p.Name || !slices.Equal(c.Chain(), p.Chain) || c.IgnoresStar != p.IgnoresStar {
			t.Errorf("%s: the chain is %q, that of the crawler %q", p.Name, p.Chain, c.Chain())
		}
	}
}

// A token that is the name of a profile too is that of its main crawler, so that Resolve finds every crawler.
func TestResolveFindsEveryToken(t *testing.T) {
	for c := range All() {
		p, err := Resolve(c.Token)
		if err != nil || p.Name != c.Profile || !slices.Equal(p.Chain, c.Chain()) || p.IgnoresStar != c.IgnoresStar {
			t.Errorf("Resolve(%q): %s, chain %q, error %v", c.Token, p.Name, p.Chain, err)
		}
		if p.ConfidenceIn("obeys") != c.ConfidenceIn("obeys") {
			t.Errorf("%s: obeys is %s, of the profile %s", c.Token, c.ConfidenceIn("obeys"), p.ConfidenceIn("obeys"))
		}
		if p.Exempt && p.ConfidenceIn("exempt") == Unverified {
			t.Errorf("%s: exempt, but nobody is known to say so", c.Token)
		}
	}
}
