package robotstxt

import (
	"math"
	"slices"
)

// Sizes at which one structure gives way to the next, from measurements with bench/.
const (
	fewRules     = 32  // up to here the rules are compared one by one
	fewWildcards = 250 // up to here those with a wildcard inside are
)

// noRule is a rank beyond every rule.
const noRule = math.MaxInt32

// A matcher finds the first of a list of rules that matches a path.
type matcher struct {
	rules []rule // few: all of them, by rank; many: those with a wildcard inside, by rank
	large *large // where there are many
}

// large is how many rules are divided: those that are literal in a tree, those with a wildcard in a list, or, where
// they are very many, in an index.
type large struct {
	lines    []ordered // of the rules by rank
	literals tree
	ranks    []uint32 // of the rules with a wildcard inside
	grams    *gramIndex
}

// prepare takes the rules by rank, and builds what many rules need.
func (m *matcher) prepare(rules []rule, src *sources) {
	if len(rules) <= fewRules {
		m.rules = rules
		return
	}
	m.prepareLarge(rules, src)
}

func (m *matcher) prepareLarge(rules []rule, src *sources) {
	m.large = &large{lines: make([]ordered, len(rules))}
	for rank := range rules {
		m.large.lines[rank] = rules[rank].line
		if rules[rank].class > exact {
			m.rules = append(m.rules, rules[rank])
			m.large.ranks = append(m.large.ranks, uint32(rank))
		}
	}
	m.rules, m.large.ranks = slices.Clone(m.rules), slices.Clone(m.large.ranks)
	m.large.literals = makeTree(rules, src)
	if len(m.rules) > fewWildcards {
		m.large.grams = m.makeGrams(src)
	}
}

// line returns the line of the rule of a rank.
func (m *matcher) line(rank int) ordered {
	if m.large == nil {
		return m.rules[rank].line
	}
	return m.large.lines[rank]
}

// best returns the rank of the first rule that matches, if it lies below limit; else limit.
func (m *matcher) best(src *sources, f *form, made []bool, limit int) int {
	if m.large == nil {
		rules := m.rules[:min(limit, len(m.rules))]
		for rank := range rules {
			addSteps(1)
			if r := &rules[rank]; r.mayMatch(f.head) && r.matches(src, f, made) {
				return rank
			}
		}
		return limit
	}
	best := min(limit, m.large.literals.best(f.text, src))
	if m.large.grams != nil {
		return m.large.grams.best(m, src, f, made, best)
	}
	for i, rank := range m.large.ranks {
		if int(rank) >= best {
			break
		}
		addSteps(1)
		if r := &m.rules[i]; r.mayMatch(f.head) && r.matches(src, f, made) {
			return int(rank)
		}
	}
	return best
}

// mayMatch reports whether the head of a path is that of a rule: most rules are told apart by it. Rules of the class
// wildPairs have no head.
func (r *rule) mayMatch(head uint64) bool { return (head^r.head)<<r.shift == 0 }

// matches compares a rule that may match with a path.
func (r *rule) matches(src *sources, f *form, made []bool) bool {
	size := int(r.size)
	switch r.class {
	case prefix:
		return size <= 8 || len(f.text) >= size && f.text[8:size] == src.text(r)[8:]
	case exact:
		return size == len(f.text) && f.text == src.text(r)
	case wildPairs:
		return r.head&^f.bloom == 0 && matchPattern(src.text(r), f.text, made)
	}
	return matchPattern(src.text(r), f.text, made)
}

// decide returns the line that decides about a path of a file, or noLine.
func (c *compiled) decide(f *File, p *forms) ordered {
	src := sources{f.text, c.extra}
	rank := c.rank(&src, p, f.dialect)
	if rank == noRule {
		return noLine
	}
	return c.main.line(rank)
}

func (c *compiled) rank(src *sources, p *forms, d Dialect) int {
	if d == Google {
		return c.main.best(src, p.googleForm(), nil, noRule)
	}
	best := c.main.best(src, &p.normal, nil, noRule)
	if c.more == nil || !p.hasQuery() {
		return best
	}
	f, made := p.secondForm()
	// The ranks of second rise with those of main: its rules from limit on could not do better.
	limit := len(c.more.ranks)
	for limit > 0 && int(c.more.ranks[limit-1]) >= best {
		limit--
	}
	if rank := c.more.second.best(src, f, made, limit); rank < limit {
		return int(c.more.ranks[rank])
	}
	return best
}
