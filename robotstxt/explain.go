package robotstxt

import (
	"fmt"
	"slices"
	"strings"

	"waymark.example/aipref"
)

// An Explanation is a verdict with everything that led to it, as data.
type Explanation struct {
	Allowed bool     `json:"allowed"`
	Reason  Reason   `json:"reason"`
	Dialect Dialect  `json:"dialect"`
	Tokens  []string `json:"tokens,omitempty"` // asked for, in order
	Path    string   `json:"path"`             // in the form that is compared

	// Group is the group that decides, or nil.
	Group *DecidingGroup `json:"group,omitempty"`

	// Rule is the rule that decides, or nil.
	Rule *Rule `json:"rule,omitempty"`

	// Lost are the rules of the group that match, too, and did not decide, in file order.
	Lost []Loss `json:"lost,omitempty"`

	// Usage are the preferences about use, or nil where the path is disallowed: there they do not apply.
	// UsageRules are the Content-Usage rules that they come from, in file order.
	Usage      *aipref.Preferences `json:"usage,omitempty"`
	UsageRules []Rule              `json:"usage_rules,omitempty"`
}

// A DecidingGroup is the group that decides, merged from all that name the token.
type DecidingGroup struct {
	Token string `json:"token"`            // as written in the file, or "*"
	Named bool   `json:"named"`            // whether it names the crawler; false for the group of everybody
	Lines []int  `json:"user_agent_lines"` // the first User-agent line of each group that was merged
	Rules int    `json:"rule_count"`       // the number of its Allow and Disallow lines
}

// A Loss is a rule that matched and did not decide.
type Loss struct {
	Rule
	Why string `json:"why"` // WhyShorter, WhyAllow or WhyLater
}

// Why a rule that matches does not decide.
const (
	WhyShorter = "shorter" // another one has more octets
	WhyAllow   = "allow"   // as many octets, and Allow wins over Disallow
	WhyLater   = "later"   // as many octets and the same verdict, or the FirstMatch dialect: another one comes first
)

// Explain decides as Check does, and says why. It compares every rule of the group with the path, and takes some
// microseconds where Check takes nanoseconds.
func (r *Rules) Explain(p Path) Explanation {
	v := r.Check(p)
	e := Explanation{Allowed: v.Allowed, Reason: v.Reason, Path: p.String()}
	if r == nil {
		return e
	}
	e.Tokens = slices.Clone(r.tokens)
	if e.Allowed {
		e.Usage = new(aipref.Preferences)
	}
	if r.file == nil || p.forms == nil {
		return e
	}
	e.Dialect = r.file.dialect
	e.Path = p.In(e.Dialect)
	if v.Line > 0 && r.first == nil {
		rule := r.file.rule(uint32(v.Line - 1))
		r.file.ruleMatches(&rule, p.forms) // sets the octets of the pattern that matched
		e.Rule = &rule
	}
	switch {
	case r.first != nil:
		r.explainFirstMatch(&e, p)
	case r.set != nil:
		r.explainGroup(&e, p)
	}
	if e.Allowed {
		usage, records := r.usage(p)
		*e.Usage = usage
		for _, record := range records {
			e.UsageRules = append(e.UsageRules, r.file.rule(record))
		}
	}
	return e
}

// explainGroup adds the group and the rules that lost.
func (r *Rules) explainGroup(e *Explanation, p Path) {
	e.Group = &DecidingGroup{Token: r.Token(), Named: r.Named()}
	for _, g := range r.set.groups {
		begin, _ := r.file.groupRecords(g)
		e.Group.Lines = append(e.Group.Lines, int(begin)+1)
	}
	r.eachRecord(func(i uint32, kind Kind) bool {
		if kind != Allow && kind != Disallow {
			return true
		}
		e.Group.Rules++
		if e.Rule == nil || int(i)+1 == e.Rule.Line {
			return true
		}
		if rule := r.file.rule(i); r.file.ruleMatches(&rule, p.forms) {
			e.Lost = append(e.Lost, Loss{rule, why(e.Rule, &rule)})
		}
		return true
	})
}

// ruleMatches compares an Allow or Disallow line with a path in the obvious way. For a rule of Google's that matches
// as its second pattern it sets the octets of that.
func (f *File) ruleMatches(rule *Rule, p *forms) bool {
	if rule.Normal == "" || rule.Normal[0] != '/' && rule.Normal[0] != '*' {
		return false
	}
	if f.dialect == Google {
		if matchPattern(rule.Normal, p.googleForm().text, nil) {
			return true
		}
		folder, ok := googleIndexPattern(rule.Normal)
		if !ok || rule.Kind != Allow || !matchPattern(folder, p.googleForm().text, nil) {
			return false
		}
		rule.Octets = len(folder)
		return true
	}
	return matchForms(rule.Normal, secondPattern(rule.Normal), p)
}

func why(winner, loser *Rule) string {
	switch {
	case loser.Octets < winner.Octets:
		return WhyShorter
	case loser.Kind != winner.Kind:
		return WhyAllow
	}
	return WhyLater
}

// explainFirstMatch does the same for the FirstMatch dialect.
func (r *Rules) explainFirstMatch(e *Explanation, p Path) {
	e.Group = &DecidingGroup{Token: r.Token(), Named: r.Named(), Rules: len(r.first.rules)}
	e.Group.Lines = []int{int(r.first.agents[r.agent].line)}
	describe := func(rule *firstMatchRule) Rule {
		line := r.file.Line(int(rule.line))
		return Rule{Line: int(rule.line), Column: rule.start - line.Whole.Start + 1, Kind: rule.kind,
			Pattern: r.file.text[rule.start:rule.end], Normal: rule.path, Octets: len(rule.path)}
	}
	path := p.forms.firstMatch()
	decided := false
	for i := range r.first.rules {
		rule := &r.first.rules[i]
		if !rule.matches(path) {
			continue
		}
		if decided {
			e.Lost = append(e.Lost, Loss{describe(rule), WhyLater})
			continue
		}
		decided = true
		d := describe(rule)
		e.Rule = &d
	}
}

// String explains the verdict in plain English, a sentence a line, for a site owner. It holds octets of the file and of
// the URL as they are: who prints it on a terminal has to make control octets visible.
func (e Explanation) String() string {
	var b strings.Builder
	verb := "may not"
	if e.Allowed {
		verb = "may"
	}
	fmt.Fprintf(&b, "%s %s fetch %s\n", e.crawler(), verb, e.Path)
	fmt.Fprintf(&b, "  %s\n", e.because())
	if g := e.Group; g != nil {
		fmt.Fprintf(&b, "  %s\n", g.sentence())
	}
	for i, loss := range e.Lost {
		const most = 10
		if i == most {
			fmt.Fprintf(&b, "  ... and %d more rules that match and do not decide.\n", len(e.Lost)-most)
			break
		}
		fmt.Fprintf(&b, "  Line %d matches too, but %s: %s\n", loss.Line, loss.because(e.Rule), loss.Rule.String())
	}
	if e.Usage != nil && len(e.UsageRules) > 0 {
		fmt.Fprintf(&b, "  Preferences for its use: %s (line %s).\n", e.Usage, lineList(e.UsageRules))
	}
	return b.String()
}

// crawler names who asked.
func (e *Explanation) crawler() string {
	switch {
	case len(e.Tokens) == 0, len(e.Tokens) == 1 && e.Tokens[0] == "*":
		return "A crawler that no group names"
	case len(e.Tokens) == 1:
		return e.Tokens[0]
	}
	return e.Tokens[0] + " (then " + strings.Join(e.Tokens[1:], ", then ") + ")"
}

// because says what decided.
func (e *Explanation) because() string {
	switch e.Reason {
	case ByRule:
		if e.Rule == nil {
			return "A rule decides."
		}
		s := fmt.Sprintf("Line %d decides: %s", e.Rule.Line, e.Rule)
		if e.Rule.Normal != e.Rule.Pattern {
			s += fmt.Sprintf(" (compared as %s)", e.Rule.Normal)
		}
		return s // without a full stop, which would seem to belong to the pattern
	case NoMatch:
		return "No rule of its group matches, and what no rule matches is allowed."
	case NoGroup:
		return "No group applies to it, so no rules do."
	case RobotsTxt:
		return "/robots.txt itself is always allowed."
	case Unavailable:
		return "The site has no robots.txt, so everything is allowed."
	case Unreachable:
		return "The robots.txt could not be reached, so everything is disallowed until it can."
	case Refused:
		return "Policy refused to fetch the robots.txt, so nothing is known to be allowed."
	case TooLarge:
		return "The robots.txt is larger than this crawler reads."
	case Exempt:
		return "This crawler does not ask robots.txt."
	case Deferred:
		return "It is not decided yet: ask again later."
	}
	return "There is no answer, so it is refused."
}

// sentence says which group decides.
func (g *DecidingGroup) sentence() string {
	s := fmt.Sprintf("Its group is the one for %s", g.Token)
	if !g.Named {
		s = "Its group is the one for everybody, *"
	}
	if len(g.Lines) == 1 {
		s += fmt.Sprintf(", at line %d", g.Lines[0])
	} else {
		s += fmt.Sprintf(", merged from %d groups at lines %s", len(g.Lines), ints(g.Lines))
	}
	if g.Rules == 1 {
		return s + ", with 1 rule."
	}
	return s + fmt.Sprintf(", with %d rules.", g.Rules)
}

// because says why a rule lost.
func (l *Loss) because(winner *Rule) string {
	switch l.Why {
	case WhyShorter:
		return fmt.Sprintf("has fewer octets (%d, against %d)", l.Octets, winner.Octets)
	case WhyAllow:
		return "Allow wins where both are as long"
	}
	return fmt.Sprintf("line %d comes first", winner.Line)
}

// String returns the rule as it would stand in a file.
func (r *Rule) String() string {
	switch r.Kind {
	case Allow:
		return "Allow: " + r.Pattern
	case ContentUsage:
		return strings.TrimSuffix("Content-Usage: "+strings.TrimLeft(r.Pattern+" "+r.Usage, " "), " ")
	}
	return "Disallow: " + r.Pattern
}

func ints(list []int) string {
	const most = 10
	var b strings.Builder
	for i, n := range list {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(list)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}

func lineList(rules []Rule) string {
	lines := make([]int, len(rules))
	for i := range rules {
		lines[i] = rules[i].Line
	}
	return ints(lines)
}
