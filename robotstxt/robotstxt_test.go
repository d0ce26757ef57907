package robotstxt

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func mustPath(t testing.TB, url string) Path {
	t.Helper()
	p, err := PathOf(url)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestZeroValuesRefuse(t *testing.T) {
	p := mustPath(t, "/")
	var none *Rules
	for name, v := range map[string]Verdict{
		"zero verdict": {}, "nil rules": none.Check(p), "zero path": Parse("", nil).Rules("a").Check(Path{}),
		"zero rules": new(Rules).Check(p), "zero path, all allowed": AllowAll(Unavailable).Check(Path{}),
	} {
		if v.Allowed || v.Line != 0 || v.Pattern() != "" {
			t.Errorf("%s allows: %+v", name, v)
		}
	}
	if v := none.Explain(p); v.Allowed {
		t.Error("the explanation of nil rules allows")
	}
	if none.Token() != "" || none.Named() || none.Records() != nil || none.Compile() != nil {
		t.Error("nil rules know something")
	}
}

func TestFixedRules(t *testing.T) {
	p := mustPath(t, "/robots.txt")
	if v := AllowAll(Unavailable).Check(p); !v.Allowed || v.Reason != Unavailable || v.Group() != "" {
		t.Errorf("AllowAll: %+v", v)
	}
	if v := AllowAll(reasonUnknown).Check(p); v.Allowed {
		t.Errorf("AllowAll without a reason: %+v", v)
	}
	if e := AllowAll(Exempt).Explain(p); e.Usage == nil {
		t.Error("what is allowed has no preferences")
	}
	if v := DisallowAll(Unreachable).Check(p); v.Allowed || v.Reason != Unreachable {
		t.Errorf("DisallowAll: %+v", v)
	}
	if e := DisallowAll(Unreachable).Explain(p); e.Allowed || !strings.Contains(e.String(), "could not be reached") {
		t.Errorf("explanation %q", e)
	}
}

func TestAllocations(t *testing.T) {
	var b strings.Builder
	b.WriteString("User-agent: few\nDisallow: /a\nAllow: /a/*/b$\nUser-agent: many\n")
	for i := range 400 {
		b.WriteString("Disallow: /x" + strings.Repeat("y", i%50) + "/*/z" + strings.Repeat("w", i/50) + "\nAllow: /q" + strings.Repeat("r", i) + "\n")
	}
	b.WriteString("Disallow: /s?t=http://\n")
	paths := []Path{mustPath(t, "/a/x/b"), mustPath(t, "/xyy/%7E/zw"), mustPath(t, "/s?t=http%3A%2F%2F"), mustPath(t, "/nothing")}
	for _, d := range []Dialect{RFC9309, Google} {
		f := Parse(b.String(), &Options{Dialect: d})
		for _, token := range []string{"few", "many"} {
			rules := f.Rules(token).Compile()
			if n := testing.AllocsPerRun(100, func() {
				for _, p := range paths {
					rules.Check(p)
				}
			}); n != 0 {
				t.Errorf("%s, %s: %v allocations", d, token, n)
			}
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		token := strings.Repeat("a", i+1)
		b.WriteString("User-agent: " + token + "\nUser-agent: shared\nDisallow: /" + token + "\n")
	}
	f := Parse(b.String(), nil)
	p := mustPath(t, "/aaa")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 60 {
				rules := f.Rules(strings.Repeat("a", i+1))
				for range 20 {
					if v := rules.Check(p); v.Allowed != (i > 2) {
						t.Errorf("token of %d: %+v", i+1, v)
					}
				}
				f.Rules("shared").Check(p)
			}
		})
	}
	wg.Wait()
}

func TestSharedRules(t *testing.T) {
	f := Parse("User-agent: a\nUser-agent: b\nDisallow: /x\n\nUser-agent: b\nDisallow: /y\n\nUser-agent: c\nuser-agent: B\nDisallow: /z\n", nil)
	if f.Rules("b").set != f.Rules("B").set {
		t.Error("the rules of one token are made twice")
	}
	if a := f.Rules("a"); a.set != f.Rules("A").set || len(a.set.groups) != 1 {
		t.Error("the rules of one group are made twice")
	}
	if got := f.Rules("b").Explain(mustPath(t, "/y")).Group.Lines; len(got) != 3 || got[1] != 5 {
		t.Errorf("groups at lines %v", got)
	}
}

func TestChains(t *testing.T) {
	f := Parse("User-agent: Googlebot\nDisallow: /g\n\nUser-agent: *\nDisallow: /s\n", nil)
	for _, c := range []struct {
		rules *Rules
		token string
		named bool
		g, s  bool // whether /g and /s are allowed
	}{
		{f.Rules("Googlebot-Image", "googlebot"), "Googlebot", true, false, true},
		{f.Rules("Other"), "*", false, true, false},
		{f.Rules(), "*", false, true, false},
		{f.Rules("*", "Googlebot"), "*", false, true, false},
		{f.NamedRules("Other"), "", false, true, true},
		{f.NamedRules("Other", "Googlebot"), "Googlebot", true, false, true},
	} {
		if c.rules.Token() != c.token || c.rules.Named() != c.named {
			t.Errorf("%q: token %q, named %v", c.token, c.rules.Token(), c.rules.Named())
		}
		if v := c.rules.Check(mustPath(t, "/g")); v.Allowed != c.g {
			t.Errorf("%q: /g %+v", c.token, v)
		}
		if v := c.rules.Check(mustPath(t, "/s")); v.Allowed != c.s || v.Group() != c.token {
			t.Errorf("%q: /s %+v", c.token, v)
		}
	}
}

func TestLimit(t *testing.T) {
	for _, c := range []struct {
		body string
		n    int
		want string
		cut  bool
	}{
		{"a\nb\n", 4, "a\nb\n", false},
		{"a\nb\n", 3, "a\nb", true},
		{"a\nbc\n", 3, "a\n", true},
		{"a\nbc\n", 2, "a\n", true},
		{"a\r\nb", 2, "a\r", true},
		{"abc", 2, "", true},
		{"abc", 0, "", true},
		{"abc", -1, "", true},
		{"", 0, "", false},
		{"\xFF\xFEa\x00\n\x00b\x00\n\x00", 8, "\xFF\xFEa\x00\n\x00b\x00", true},
		{"\xFF\xFEa\x00\n\x00b\x00\n\x00", 7, "\xFF\xFEa\x00\n\x00", true},
		{"\xFF\xFEa\x00\n\x00bb\n\x00", 5, "\xFF\xFEa\x00", true},
		{"\xFE\xFF\x00/\x4E\x0A\x00b\x00c", 8, "", true},
		{"\xFE\xFF\x00/\x00\n\x4E\x0A\x00c", 8, "\xFE\xFF\x00/\x00\n", true},
	} {
		got, cut := Limit([]byte(c.body), c.n)
		if string(got) != c.want || cut != c.cut {
			t.Errorf("Limit(%q, %d) = %q, %v", c.body, c.n, got, cut)
		}
	}
}

// TestLimitUTF16: what Limit leaves of a body never allows what all of it disallows.
func TestLimitUTF16(t *testing.T) {
	var body []byte
	for _, r := range "\uFEFFUser-agent: *\nDisallow: /a\nDisallow: /\u4E0A\u6D77/private\n" {
		body = append(body, byte(r), byte(r>>8))
	}
	p := mustPath(t, "/\u4E0A")
	for n := range body {
		text, _ := Limit(body, n)
		f := Parse(text, nil)
		if strings.Contains(f.Text(), "\uFFFD") {
			t.Errorf("%d octets: half an octet pair is left: %q", n, f.Text())
		}
		if v := f.Rules("a").Check(p); !v.Allowed {
			t.Errorf("%d octets: a line was shortened: %q", n, f.Text())
		}
	}
	if got := Parse(body, nil).Line(1).Oddities; got != UTF16 {
		t.Errorf("oddities %v", got.Names())
	}
}

func TestCutText(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{{"a\nb\n", 4, "a\nb\n"}, {"a\nb\n", 3, "a\n"}, {"abc", 2, ""}, {"a\r\nb", 3, "a\r\n"}} {
		if got := cutText(c.text, c.n); got != c.want {
			t.Errorf("cutText(%q, %d) = %q", c.text, c.n, got)
		}
	}
}

// TestLong: tokens, patterns and margins that do not fit into a record.
func TestLong(t *testing.T) {
	long := strings.Repeat("x", 70_000)
	margin := strings.Repeat(" ", 70_000)
	for _, d := range []Dialect{RFC9309, Google, FirstMatch} {
		most := 80_000
		if d == Google {
			most = 16_000 // it cuts lines
		}
		name, pattern := long[:min(most, len(long))], "/"+long[:min(most, len(long))]
		text := "User-agent: " + name + "\nDisallow: " + pattern + "\n"
		checkFile(t, Parse(text, &Options{Dialect: d}), text)
		rules := Parse(text, &Options{Dialect: d}).Rules(name)
		for range 20 {
			v := rules.Check(mustPath(t, pattern+"/y"))
			if v.Allowed || v.Line != 2 || v.Pattern() != pattern || v.Group() != name {
				t.Fatalf("%s: %v, line %d", d, v.Allowed, v.Line)
			}
		}
		if d != Google {
			text := "User-agent:" + margin + "a\nDisallow:" + margin + "/x" + margin + "\n"
			checkFile(t, Parse(text, &Options{Dialect: d}), text)
			if v := Parse(text, &Options{Dialect: d}).Rules("a").Check(mustPath(t, "/x")); v.Allowed || v.Pattern() != "/x" {
				t.Errorf("%s: margin: %+v", d, v)
			}
		}
	}
}

func TestStrict(t *testing.T) {
	const text = "User-agent: a\nDisalow: /x\nDisallow /y\nDisallow: /z\n"
	for strict, want := range map[bool]string{false: "false false false", true: "true true false"} {
		rules := Parse(text, &Options{Strict: strict}).Rules("a")
		var got []string
		for _, path := range []string{"/x", "/y", "/z"} {
			got = append(got, strconv.FormatBool(rules.Check(mustPath(t, path)).Allowed))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("strict %v: %v", strict, got)
		}
	}
}

// TestMergedSets: however many sets of groups tokens merge, memory stays within a multiple of the file.
func TestMergedSets(t *testing.T) {
	const n = 400
	var b strings.Builder
	for i := range n {
		b.WriteString("User-agent: t" + strings.Repeat("x", i) + "\n")
	}
	for i := range n {
		b.WriteString("Disallow: /" + strings.Repeat("y", i+1) + "$\n")
	}
	for i := range n {
		b.WriteString("User-agent: t" + strings.Repeat("x", i) + "\nDisallow: /own\n")
	}
	f := Parse(b.String(), nil)
	own, other := mustPath(t, "/own"), mustPath(t, "/yyy")
	compiled := 0
	for i := range n {
		rules := f.Rules("t" + strings.Repeat("x", i)).Compile()
		if rules.set.compiled.Load() != nil {
			compiled++
		}
		for range 20 {
			if rules.Check(own).Allowed || rules.Check(other).Line != n+3 {
				t.Fatalf("token %d: %+v, %+v", i, rules.Check(own), rules.Check(other))
			}
		}
	}
	if compiled == 0 || compiled > 20 {
		t.Errorf("%d sets were compiled", compiled)
	}
}

func TestExplanationIsACopy(t *testing.T) {
	rules := Parse("User-agent: a\nDisallow: /\n", nil).Rules("a")
	p := mustPath(t, "/")
	rules.Explain(p).Tokens[0] = "b"
	if got := rules.Explain(p).Tokens[0]; got != "a" {
		t.Errorf("the explanation changed the rules: %q", got)
	}
	text, err := json.Marshal(rules.Explain(p))
	if err != nil {
		t.Fatal(err)
	}
	var back Explanation
	if err := json.Unmarshal(text, &back); err != nil || back.Rule.Kind != Disallow || back.String() != rules.Explain(p).String() {
		t.Errorf("%s reads back as %+v, %v", text, back, err)
	}
	if (Explanation{Reason: ByRule}).String() == "" {
		t.Error("no text")
	}
}

func TestExplainGoogleIndex(t *testing.T) {
	f := Parse("User-agent: a\nAllow: /d/index.html\nDisallow: /d/$\n", &Options{Dialect: Google})
	e := f.Rules("a").Explain(mustPath(t, "/d/"))
	if !e.Allowed || e.Rule.Octets != 4 || len(e.Lost) != 1 || e.Lost[0].Why != WhyAllow {
		t.Errorf("%+v", e)
	}
}

// TestFirstMatchLines: what Python takes for two lines is one here, and still each answer shows its own part.
func TestFirstMatchLines(t *testing.T) {
	rules := Parse("User-agent: a\vDisallow: /x\n", &Options{Dialect: FirstMatch}).Rules("a")
	v := rules.Check(mustPath(t, "/x"))
	if v.Allowed || v.Pattern() != "/x" || v.Group() != "a" || v.Line != 1 {
		t.Errorf("%+v: pattern %q, group %q", v, v.Pattern(), v.Group())
	}
}

func TestSitemapWithoutColon(t *testing.T) {
	f := Parse("Sitemap https://example.com/sitemap.xml\nAllow https://example.com/\n", nil)
	if got := f.Sitemaps(); len(got) != 1 || !got[0].Absolute || f.Line(1).Oddities != ColonMissing {
		t.Errorf("%+v", got)
	}
	if got := f.Line(2).Kind; got != Unknown {
		t.Errorf("line 2 is %s", got)
	}
}

func TestUTF16(t *testing.T) {
	for _, input := range []string{"\xFF\xFEa\x00:\x00\x3D\xD8\x00\xDE\n\x00", "\xFE\xFF\x00a\x00:\xD8\x3D\xDE\x00\x00\n"} {
		if f := Parse(input, nil); f.Text() != "a:\U0001F600\n" || string(f.Bytes()) != input {
			t.Errorf("%q decodes to %q", input, f.Text())
		}
	}
	if got := Parse("\xFE\xFF\xD8\x3D\x00a\x00", nil).Text(); got != "\uFFFDa\uFFFD" {
		t.Errorf("broken UTF-16 decodes to %q", got)
	}
}

func TestPathOf(t *testing.T) {
	for url, want := range map[string]string{
		"https://example.com":              "/",
		"https://example.com?q=1":          "/?q=1",
		"https://u:p@example.com:8080/a#b": "/a",
		"HTTP://example.com/A":             "/A",
		"/a b<c>":                          "/a%20b%3Cc%3E",
		"/%7Ejoe/%2f%2F%e3%83%84":          "/~joe/%2F%2F%E3%83%84",
		"/\u30C4":                          "/%E3%83%84",
		"/a*b$":                            "/a%2Ab%24",
		"/100%":                            "/100%",
		"/%%34%31":                         "/%41",
		"/a/../b":                          "/a/../b",
		"//host/path":                      "//host/path",
		"/#f":                              "/",
	} {
		p, err := PathOf(url)
		if err != nil || p.String() != want {
			t.Errorf("PathOf(%q) = %q, %v; want %q", url, p, err, want)
		}
	}
	for _, url := range []string{"", "a", "example.com/a", "mailto:a@b", "http:/a", "https:///a", "/a\nb", "/\x00", "/\x7F", "://a/b", "1a://b/c"} {
		if p, err := PathOf(url); err == nil || p != (Path{}) {
			t.Errorf("PathOf(%q) = %q, %v; want an error", url, p, err)
		}
	}
	if _, err := PathOf(strings.Repeat("a", 1<<20)); len(err.Error()) > 300 {
		t.Errorf("the error is %d octets long", len(err.Error()))
	}
}

func TestIndexControl(t *testing.T) {
	for length := range 20 {
		for at := range length {
			for c := range 256 {
				s := []byte(strings.Repeat(" ", length))
				s[at] = byte(c)
				want := length
				if c < 0x20 || c == 0x7F {
					want = at
				}
				if got := indexControl(string(s)); got != want {
					t.Fatalf("indexControl(%q) = %d, want %d", s, got, want)
				}
			}
		}
	}
}

func TestTokens(t *testing.T) {
	for _, token := range []string{"", "a,b", "a:b", "a#", "a\n", "\x7F"} {
		if ValidateToken(token) == nil {
			t.Errorf("token %q is accepted", token)
		}
	}
	for _, token := range []string{"*", "Googlebot", "360Spider", "Foo Bar", "archive.org_bot"} {
		if err := ValidateToken(token); err != nil {
			t.Error(err)
		}
	}
	for userAgent, want := range map[string]string{
		"Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)":                                         "ExampleBot",
		"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)":                                           "Googlebot",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko; compatible; Applebot/0.1)": "Applebot",
		"curl/8.0": "curl",
		"":         "",
	} {
		got := ProductTokens(userAgent)
		if want == "" && len(got) == 0 {
			continue
		}
		if len(got) == 0 || got[0] != want {
			t.Errorf("ProductTokens(%q) = %q, want %q first", userAgent, got, want)
		}
	}
}

func TestRecords(t *testing.T) {
	f := Parse(`Crawl-delay: 9
Sitemap: https://example.com/sitemap.xml
User-agent: a
Crawl-delay: 1.5
Sitemap: /relative
Request-rate: 1/10m 1300-1659
Visit-time: 0600-0845
Content-Signal: search=yes, ai-train=no, nonsense, use=reference
Disallow: /x
Crawl-delay: nan
License: https://example.com/license.xml
Host: example.com
Clean-param: ref&sid /forum/
Foo: bar
`, nil)
	if got := f.Sitemaps(); len(got) != 2 || !got[0].Absolute || got[1].Absolute || got[1].Line != 5 {
		t.Errorf("sitemaps %+v", got)
	}
	if got := f.Licenses(); len(got) != 1 || got[0].Line != 11 {
		t.Errorf("licenses %+v", got)
	}
	var others []string
	for _, r := range f.Others() {
		others = append(others, r.Key)
	}
	if got := strings.Join(others, " "); got != "Crawl-delay Host Clean-param Foo" {
		t.Errorf("others %q", got)
	}
	r := f.Rules("a")
	if d, ok := r.CrawlDelay(); !ok || d != 1500*time.Millisecond {
		t.Errorf("delay %v, %v", d, ok)
	}
	if rate, ok := r.RequestRate(); !ok || rate.Documents != 1 || rate.Per != 10*time.Minute || rate.Window.From != 780 {
		t.Errorf("rate %+v, %v", rate, ok)
	}
	if w, ok := r.VisitTime(); !ok || w != (Window{360, 525}) {
		t.Errorf("window %+v, %v", w, ok)
	}
	if s := r.ContentSignals(); len(s) != 3 || s[2] != (Signal{"use", "reference"}) {
		t.Errorf("signals %+v", s)
	}
	if got := len(r.Records()); got != 10 {
		t.Errorf("%d records", got)
	}
	for _, bad := range []string{"", "x", "-1", "inf", "NaN", "1e99", "0x10", "1_0"} {
		if d, err := ParseCrawlDelay(bad); err == nil {
			t.Errorf("crawl-delay %q is %v", bad, d)
		}
	}
	for _, bad := range []string{"", "1", "1/", "/1", "0/1", "1/0s", "1/1x", "1/9999999d", "1/1s 99", "a/b"} {
		if r, err := ParseRequestRate(bad); err == nil {
			t.Errorf("request-rate %q is %+v", bad, r)
		}
	}
	for _, bad := range []string{"", "0600", "0600-2401", "6-7", "0660-0700", "aaaa-bbbb"} {
		if w, err := ParseVisitTime(bad); err == nil {
			t.Errorf("visit-time %q is %+v", bad, w)
		}
	}
	if p, err := ParseCleanParam("ref&sid /forum/"); err != nil || len(p.Names) != 2 || p.Path != "/forum/" {
		t.Errorf("clean-param %+v, %v", p, err)
	}
	if _, err := ParseCleanParam("a&&b"); err == nil {
		t.Error("clean-param a&&b is accepted")
	}
}

func TestOddities(t *testing.T) {
	f := Parse("\xEF\xBB\xBFDisalow : /a b%\nUser-agent: bot/1.0\nDisallow x\nallow: *$b\nallow: \xC3\xA9\x01\xFF\n", nil)
	for n, want := range []Oddity{
		TypoAccepted | SpaceBeforeColon | LeadingBOM | OutsideGroup | BadPercent | SpaceInside,
		NotToken,
		ColonMissing | NotRooted,
		LeadingStar | DollarInside,
		NotRooted | ControlOctet | NotUTF8 | NonASCII,
	} {
		if got := f.Line(n + 1).Oddities; got != want {
			t.Errorf("line %d: %v, want %v", n+1, got.Names(), want.Names())
		}
	}
	g := Parse("\xEFUser-agentx: a\nDisallowed: /"+strings.Repeat("a", googleMaxLine)+"\n", &Options{Dialect: Google})
	if got := g.Line(1).Oddities; got != LeadingBOM|PrefixKey|NotUTF8 {
		t.Errorf("google, line 1: %v", got.Names())
	}
	if got := g.Line(2).Oddities; got != PrefixKey|Cut {
		t.Errorf("google, line 2: %v", got.Names())
	}
}

func TestNames(t *testing.T) {
	for d, name := range dialectNames {
		if got, err := ParseDialect(name); err != nil || got != Dialect(d) || got.String() != name {
			t.Errorf("dialect %q: %v, %v", name, got, err)
		}
	}
	if _, err := ParseDialect("x"); err == nil {
		t.Error("dialect x is known")
	}
	for i := range reasonNames {
		var r Reason
		if err := r.UnmarshalText([]byte(Reason(i).String())); err != nil || r != Reason(i) {
			t.Errorf("reason %d: %v, %v", i, r, err)
		}
	}
	if Kind(200).String() == "" || Reason(200).String() == "" || Dialect(200).String() == "" {
		t.Error("a number has no name")
	}
}
