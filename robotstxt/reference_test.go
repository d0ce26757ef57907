package robotstxt

import (
	"strings"
	"testing"

	"waymark.example/aipref"
)

// This file decides once more, in the most obvious way, without an eye to time: what the package does must be equal.

// bruteMatch compares a pattern with a path by following every way in which the wildcards can be read at once: reach[i]
// says that the pattern so far matches path[:i].
func bruteMatch(pattern, path string, made []bool) bool {
	reach := make([]bool, len(path)+1)
	reach[0] = true
	for at := range len(pattern) {
		c := pattern[at]
		next := make([]bool, len(path)+1)
		switch {
		case c == '$' && at == len(pattern)-1:
			return reach[len(path)]
		case c == '*':
			from := false
			for i := range next {
				from = from || reach[i]
				next[i] = from && !inMade(made, i)
			}
			// What follows "*" may begin anywhere from here on; a pattern that ends here has matched.
			if from && strings.Trim(pattern[at:], "*") == "" {
				return true
			}
		default:
			for i := range len(path) {
				next[i+1] = reach[i] && path[i] == c
			}
		}
		reach = next
	}
	for _, r := range reach {
		if r {
			return true
		}
	}
	return false
}

// A bruteRule is a rule as the reference keeps it.
type bruteRule struct {
	line    int
	allow   bool
	pattern string
	octets  int
}

// bruteVerdict is what the reference says.
type bruteVerdict struct {
	allowed bool
	reason  Reason
	line    int
}

// reference decides for one token, by reading the lines one after the other.
func reference(f *File, token string, p Path) bruteVerdict {
	v, _ := referenceWithOctets(f, token, p)
	return v
}

// referenceWithOctets returns what the deciding pattern counts, too.
func referenceWithOctets(f *File, token string, p Path) (bruteVerdict, int) {
	if f.Dialect() == RFC9309 && p.String() == "/robots.txt" {
		return bruteVerdict{true, RobotsTxt, 0}, 0
	}
	rules, found := referenceRules(f, token)
	if !found {
		rules, found = referenceRules(f, "*")
	}
	if !found {
		return bruteVerdict{true, NoGroup, 0}, 0
	}
	best := bruteRule{octets: 0}
	for _, r := range rules {
		if r.pattern == "" || !referenceMatch(f.Dialect(), r.pattern, p) {
			continue
		}
		if r.octets > best.octets || r.octets == best.octets && r.allow && !best.allow {
			best = r
		}
	}
	if best.line == 0 {
		return bruteVerdict{true, NoMatch, 0}, 0
	}
	return bruteVerdict{best.allow, ByRule, best.line}, best.octets
}

// referenceRules collects the rules of every group that names the token.
func referenceRules(f *File, token string) (rules []bruteRule, found bool) {
	inGroup, ended := false, false
	for line := range f.Lines() {
		value := f.Slice(line.Value)
		switch {
		case line.Kind == UserAgent:
			if ended {
				inGroup, ended = false, false
			}
			if referenceNames(f.Dialect(), value, token) {
				inGroup, found = true, true
			}
		case line.Kind == ContentUsage && f.Dialect() == RFC9309:
			ended = true
		case line.Kind == Allow, line.Kind == Disallow:
			ended = true
			if !inGroup {
				continue
			}
			r := bruteRule{line.Number, line.Kind == Allow, "", 0}
			if f.Dialect() == Google {
				r.pattern = string(googleEscape(nil, value))
				r.octets = len(r.pattern)
				rules = append(rules, r)
				if i := strings.LastIndex(r.pattern, "/"); r.allow && i >= 0 && strings.HasPrefix(r.pattern[i:], "/index.htm") {
					r.pattern = r.pattern[:i+1] + "$"
					r.octets = len(r.pattern)
					rules = append(rules, r)
				}
				continue
			}
			b, octets := normalPattern(nil, value)
			r.pattern, r.octets = string(b), octets
			rules = append(rules, r)
		}
	}
	return rules, found
}

// referenceUsage looks for the longest path first, and combines what stands at it.
func referenceUsage(f *File, token string, p Path) (prefs aipref.Preferences) {
	if f.Dialect() != RFC9309 {
		return prefs
	}
	if _, found := referenceRules(f, token); !found {
		token = "*"
	}
	var lines []Rule
	inGroup, ended := false, false
	for line := range f.Lines() {
		switch line.Kind {
		case UserAgent:
			if ended {
				inGroup, ended = false, false
			}
			inGroup = inGroup || referenceNames(RFC9309, f.Slice(line.Value), token)
		case Allow, Disallow, ContentUsage:
			ended = true
			if line.Kind == ContentUsage && inGroup {
				r := Rule{Usage: f.Slice(line.Value)}
				if strings.HasPrefix(r.Usage, "/") {
					path := r.Usage
					if i := strings.IndexAny(path, " \t"); i >= 0 {
						path = path[:i]
					}
					r.Usage = r.Usage[len(path):]
					b, octets := normalPattern(nil, path)
					r.Normal, r.Octets = string(b), octets
				}
				if r.Normal == "" || referenceMatch(RFC9309, r.Normal, p) {
					lines = append(lines, r)
				}
			}
		}
	}
	for _, r := range lines {
		longest := true
		for _, other := range lines {
			longest = longest && other.Octets <= r.Octets
		}
		if longest {
			prefs = aipref.Combine(prefs, aipref.Parse(strings.Trim(r.Usage, " \t")))
		}
	}
	return prefs
}

func referenceNames(d Dialect, value, token string) bool {
	run := value
	for i, c := range []byte(value) {
		if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-", rune(c)) || c >= 0x80 {
			run = value[:i]
			break
		}
	}
	rest := value[len(run):]
	if d == Google {
		if strings.HasPrefix(value, "*") && (value == "*" || strings.ContainsRune(" \t\v\f", rune(value[1]))) {
			return token == "*"
		}
		return foldASCII(run) == foldASCII(token)
	}
	if foldASCII(value) == foldASCII(token) {
		return true
	}
	if strings.HasPrefix(value, "* ") || strings.HasPrefix(value, "*\t") {
		return token == "*"
	}
	return run != "" && foldASCII(run) == foldASCII(token) && (rest[0] == '/' || rest[0] == ' ' || rest[0] == '\t')
}

// foldASCII writes ASCII letters in lower case.
func foldASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func referenceMatch(d Dialect, pattern string, p Path) bool {
	if pattern[0] != '/' && pattern[0] != '*' {
		return false
	}
	if d == Google {
		return bruteMatch(pattern, p.In(Google), nil)
	}
	if bruteMatch(pattern, p.String(), nil) {
		return true
	}
	if !hasSecondForm(pattern) {
		return false
	}
	pattern, _ = orSame(secondForm(pattern))(pattern)
	path, made := orSame(secondForm(p.String()))(p.String())
	return bruteMatch(pattern, path, made)
}

func orSame(second string, made []bool) func(string) (string, []bool) {
	return func(same string) (string, []bool) {
		if second == "" {
			return same, nil
		}
		return second, made
	}
}

// checkAgainstReference compares every way to a verdict with the reference.
func checkAgainstReference(t *testing.T, text, token, url string) {
	t.Helper()
	p, err := PathOf(url)
	if err != nil {
		return
	}
	if ValidateToken(token) != nil {
		return
	}
	for _, d := range []Dialect{RFC9309, Google} {
		f := Parse(text, &Options{Dialect: d})
		want, octets := referenceWithOctets(f, token, p)
		rules := f.Rules(token)
		first := rules.Check(p)
		compiled := f.Rules(token).Compile().Check(p)
		explained := rules.Explain(p)
		ways := map[string]Verdict{"first": first, "compiled": compiled}
		if d == RFC9309 {
			once := Check(text, p, token)
			ways["once"] = once
			if once.Group() != first.Group() || once.Pattern() != first.Pattern() {
				t.Fatalf("once: group %q, pattern %q; want %q, %q\n%q", once.Group(), once.Pattern(), first.Group(), first.Pattern(), text)
			}
			chain := []string{"b", token, "a"}
			if got, want := Check(text, p, chain...), f.Rules(chain...).Check(p); got.Line != want.Line || got.Allowed != want.Allowed || got.Reason != want.Reason {
				t.Fatalf("once, chain %q: %+v, want %+v\n%q", chain, got, want, text)
			}
		}
		for name, v := range ways {
			if got := (bruteVerdict{v.Allowed, v.Reason, v.Line}); got != want {
				t.Fatalf("%s: %s verdict %+v, reference %+v\ntoken %q, path %q\n%q", d, name, got, want, token, p.In(d), text)
			}
		}
		line := 0
		if explained.Rule != nil {
			line = explained.Rule.Line
			if explained.Rule.Octets != octets {
				t.Fatalf("%s: the rule counts %d octets, want %d\n%q", d, explained.Rule.Octets, octets, text)
			}
		}
		if explained.Allowed != want.allowed || explained.Reason != want.reason || line != want.line {
			t.Fatalf("%s: explanation %+v, reference %+v\n%q", d, explained, want, text)
		}
		for _, loss := range explained.Lost {
			if loss.Octets > explained.Rule.Octets {
				t.Fatalf("%s: a rule with %d octets lost against one with %d\n%q", d, loss.Octets, explained.Rule.Octets, text)
			}
		}
		checkLarge(t, f, rules, p, want)
		if got, want := rules.Usage(p), referenceUsage(f, token, p); got != want {
			t.Fatalf("%s: usage %v, reference %v\n%q", d, got, want, text)
		}
	}
}

// checkLarge forces the structures of large groups upon small ones.
func checkLarge(t *testing.T, f *File, rules *Rules, p Path, want bruteVerdict) {
	t.Helper()
	if rules.set == nil || want.reason == RobotsTxt {
		return
	}
	c := f.compile(rules.set.groups)
	for _, grams := range []bool{false, true} {
		forced := compiled{extra: c.extra}
		src := sources{f.text, c.extra}
		forceLarge(&forced.main, &c.main, &src, grams)
		if c.more != nil {
			forced.more = &more{ranks: c.more.ranks}
			forceLarge(&forced.more.second, &c.more.second, &src, grams)
		}
		got := rules.verdict(forced.decide(f, p.forms))
		if got.Allowed != want.allowed || got.Line != want.line {
			t.Fatalf("%s: large (grams %v) verdict %v, line %d; reference %+v\npath %q\n%q", f.dialect, grams, got.Allowed, got.Line,
				want, p.In(f.dialect), f.text)
		}
	}
}

func forceLarge(to, from *matcher, src *sources, grams bool) {
	if from.large != nil {
		*to = *from
		return
	}
	to.prepareLarge(from.rules, src)
	to.large.grams = nil
	if grams && len(to.rules) > 0 {
		to.large.grams = to.makeGrams(src)
	}
}

func TestBruteMatch(t *testing.T) {
	alphabet := []string{"", "a", "b", "*", "$", "ab", "*a", "a*b"}
	var patterns []string
	for _, a := range alphabet {
		for _, b := range alphabet {
			for _, c := range alphabet {
				patterns = append(patterns, "/"+a+b+c, a+b+c)
			}
		}
	}
	paths := []string{"/", "/a", "/b", "/ab", "/ba", "/aab", "/abab", "/bbba", "/aaaa", "/a$", "/a$b"}
	for _, pattern := range patterns {
		for _, path := range paths {
			if got, want := matchPattern(pattern, path, nil), bruteMatch(pattern, path, nil); got != want {
				t.Errorf("matchPattern(%q, %q) = %v, want %v", pattern, path, got, want)
			}
		}
	}
}
