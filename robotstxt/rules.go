package robotstxt

import (
	"slices"

	"waymark.example/aipref"
)

// Rules are what a robots.txt says to one crawler: those of the groups that name it, merged and compiled. They are
// immutable and safe for concurrent use. A nil Rules refuses everything.
type Rules struct {
	file    *File
	tokens  []string         // asked for
	set     *ruleSet         // nil where no group applies
	first   *firstMatchEntry // the same in the FirstMatch dialect
	agent   uint32           // the User-agent line that names the crawler; of first, its place in agents
	allowed bool             // without a group
	reason  Reason           // without a group
	unread  string           // the text that Check read, to be read again by who asks for more
}

// Rules returns the rules for a crawler that obeys the first of its product tokens that has a group: a crawler with a
// single token passes just that, and Googlebot-Image, which follows Googlebot where nothing names it, passes both. If
// no token has a group, the group "*" decides (RFC 9309 §2.2.1), and if there is none, everything is allowed. The token
// "*", like no token, asks for the group "*". Tokens are compared whole, letter case aside; see [ValidateToken] for
// those that may be asked about, and [ProductTokens] for how to come from a User-Agent header to a token.
//
// Beyond RFC 9309, which knows crawlers with one token. Groups of different tokens are never combined.
func (f *File) Rules(tokens ...string) *Rules { return f.choose(tokens, true) }

// NamedRules is like Rules for a crawler that ignores the group "*": where no group names one of its tokens, everything
// is allowed.
func (f *File) NamedRules(tokens ...string) *Rules { return f.choose(tokens, false) }

// AllowAll returns rules that allow everything, such as those of a robots.txt that is unavailable. The zero Reason
// allows nothing.
func AllowAll(reason Reason) *Rules { return &Rules{allowed: reason != reasonUnknown, reason: reason} }

// DisallowAll returns rules that allow nothing, not even /robots.txt, such as those of a robots.txt that is
// unreachable.
func DisallowAll(reason Reason) *Rules { return &Rules{reason: reason} }

func (f *File) choose(tokens []string, everybody bool) *Rules {
	r := &Rules{file: f, tokens: slices.Clone(tokens), allowed: true, reason: NoGroup}
	for _, token := range tokens {
		if token != "" && f.chooseToken(r, token) {
			return r
		}
	}
	if everybody {
		f.chooseToken(r, "*")
	}
	return r
}

// chooseToken sets the groups of r to those that name the token. It reports false where there is none.
func (f *File) chooseToken(r *Rules, token string) bool {
	if f.dialect == FirstMatch {
		return f.chooseFirstMatch(r, token)
	}
	var buf [8]uint32
	agent, groups := f.find(token, buf[:0])
	if len(groups) == 0 {
		return false
	}
	r.agent, r.set = agent, f.ruleSet(groups)
	return true
}

// Check decides whether the crawler may fetch a path. Once the rules are compiled it allocates nothing, except in the
// FirstMatch dialect.
//
// Of the rules that match, the one with the most octets decides, Allow before Disallow where they are equal, and the
// first in the file among those that say the same (RFC 9309 §2.2.2). Where none matches the path is allowed.
func (r *Rules) Check(p Path) Verdict {
	if r == nil || p.forms == nil {
		return Verdict{}
	}
	if r.set == nil {
		return r.checkOther(p)
	}
	d := r.file.dialect
	if d == RFC9309 && p.forms.robotsTxt() {
		return Verdict{Allowed: true, Reason: RobotsTxt, rules: r}
	}
	c := r.set.compiled.Load()
	if c == nil {
		if decider, ok := r.file.decideUncompiled(r.set, p.forms); ok {
			return r.verdict(decider)
		}
		if c = r.set.get(r.file); c == nil {
			return r.Check(p) // it stays uncompiled
		}
	}
	return r.verdict(c.decide(r.file, p.forms))
}

// noLine stands for "no rule matches".
const noLine = ^ordered(0)

func (r *Rules) verdict(decider ordered) Verdict {
	if decider == noLine {
		return Verdict{Allowed: true, Reason: NoMatch, rules: r}
	}
	return Verdict{Allowed: decider.allow(), Reason: ByRule, Line: decider.line(), rules: r}
}

// Compile compiles the rules now, which otherwise happens in the course of the first questions, and returns r.
func (r *Rules) Compile() *Rules {
	if r != nil && r.set != nil {
		r.set.get(r.file)
	}
	return r
}

// checkOther decides where no compiled rules do.
func (r *Rules) checkOther(p Path) Verdict {
	switch {
	case r.file == nil:
		return Verdict{Allowed: r.allowed, Reason: r.reason, rules: r}
	case r.file.dialect == RFC9309 && p.forms.robotsTxt():
		return Verdict{Allowed: true, Reason: RobotsTxt, rules: r}
	case r.first == nil:
		return Verdict{Allowed: r.allowed, Reason: r.reason, rules: r}
	}
	path := p.forms.firstMatch()
	for i := range r.first.rules {
		if rule := &r.first.rules[i]; rule.matches(path) {
			return Verdict{Allowed: rule.allow, Reason: ByRule, Line: int(rule.line), index: int32(i), rules: r}
		}
	}
	return Verdict{Allowed: true, Reason: NoMatch, rules: r}
}

// Token returns the value of the User-agent line by which the deciding group applies, as written; for a group of
// everybody "*", and "" where no group applies.
func (r *Rules) Token() string {
	if r != nil && r.unread != "" {
		return r.readAgain().Token()
	}
	if r == nil || r.set == nil && r.first == nil {
		return ""
	}
	value := ""
	if r.first != nil {
		a := &r.first.agents[r.agent]
		value = r.file.text[a.start:a.end]
	} else {
		value = r.file.value(r.agent)
	}
	if names(value, "*") {
		return "*"
	}
	return value
}

// readAgain returns the rules of a verdict of the function Check.
func (r *Rules) readAgain() *Rules { return Parse(r.unread, nil).Rules(r.tokens...) }

// Named reports whether the deciding group names one of the crawler's tokens, not "*".
func (r *Rules) Named() bool {
	token := r.Token()
	return token != "" && token != "*"
}

// Usage returns the preferences about how what lies at a path may be used (draft-ietf-aipref-attach-05): of the
// Content-Usage rules that match, those with the most octets count, combined restrictively; a rule without a path is
// the shortest of all. Nothing is inherited from shorter ones. It means something only where the path is allowed:
// elsewhere preferences do not apply. The Google and FirstMatch dialects know none.
func (r *Rules) Usage(p Path) aipref.Preferences {
	prefs, _ := r.usage(p)
	return prefs
}

// usage returns also the records whose statements count.
func (r *Rules) usage(p Path) (prefs aipref.Preferences, records []uint32) {
	if r == nil || r.set == nil || p.forms == nil || r.file.dialect != RFC9309 {
		return prefs, nil
	}
	most := -1
	usages := r.usages()
	for i := range usages { // each is compared once
		u := &usages[i]
		if u.octets < most || !u.matches(p.forms) {
			continue
		}
		if u.octets > most {
			most, prefs, records = u.octets, u.prefs, records[:0]
		} else {
			prefs = aipref.Combine(prefs, u.prefs)
		}
		records = append(records, u.record)
	}
	return prefs, records
}

// usages returns the Content-Usage lines of the groups.
func (r *Rules) usages() []usageRule {
	if c := r.set.compiled.Load(); c != nil {
		if c.more == nil {
			return nil
		}
		return c.more.usages
	}
	c := compiler{file: r.file} // hardly any file has preferences: not worth compiling all the rest
	r.eachRecord(func(i uint32, kind Kind) bool {
		if kind == ContentUsage {
			c.addUsage(i)
		}
		return true
	})
	return c.more.usages
}
