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
	source [2]string
	rules  []rule // few: all of them, by rank; many: those with a wildcard inside, by rank
	large  *large // where there are many
}

// large is how many rules are divided: those that are literal in a tree, those with a wildcard in a list, or, where
// they are very many, in an index.
type large struct {
	literals tree
	ranks    []uint32 // of the rules with a wildcard inside
	grams    *gramIndex
}

// prepare takes the rules by rank, and builds what many rules need.
func (m *matcher) prepare(rules []rule, source [2]string) {
	m.source = source
	if len(rules) <= fewRules {
		m.rules = rules
		return
	}
	m.prepareLarge(rules, source)
}

func (m *matcher) prepareLarge(rules []rule, source [2]string) {
	m.source, m.large = source, new(large)
	for rank := range rules {
		if rules[rank].class > exact {
			m.rules = append(m.rules, rules[rank])
			m.large.ranks = append(m.large.ranks, uint32(rank))
		}
	}
	m.rules, m.large.ranks = slices.Clone(m.rules), slices.Clone(m.large.ranks)
	m.large.literals = makeTree(rules, source)
	if len(m.rules) > fewWildcards {
		m.large.grams = m.makeGrams()
	}
}

// text returns the text of a rule's pattern.
func (m *matcher) text(r *rule) string {
	return m.source[r.source][r.off : r.off+r.size]
}

// best returns the rank of the first rule that matches, if it lies below limit; else limit.
func (m *matcher) best(f *form, made []bool, limit int) int {
	if m.large == nil {
		for rank := range min(limit, len(m.rules)) {
			if m.matches(&m.rules[rank], f, made) {
				return rank
			}
		}
		return limit
	}
	best := min(limit, m.large.literals.best(f.text, m.source))
	if m.large.grams != nil {
		return m.large.grams.best(m, f, made, best)
	}
	for i, rank := range m.large.ranks {
		if int(rank) >= best {
			break
		}
		if m.matches(&m.rules[i], f, made) {
			return int(rank)
		}
	}
	return best
}

// matches compares one rule with a path.
func (m *matcher) matches(r *rule, f *form, made []bool) bool {
	if countSteps {
		steps++
	}
	if r.class == wildPairs {
		return r.filter&^f.bloom == 0 && matchPattern(m.text(r), f.text, made)
	}
	if (f.head^r.filter)<<r.shift != 0 {
		return false
	}
	size := int(r.size)
	switch r.class {
	case prefix:
		return size <= 8 || len(f.text) >= size && f.text[8:size] == m.text(r)[8:]
	case exact:
		return size == len(f.text) && f.text == m.text(r)
	}
	return matchPattern(m.text(r), f.text, made)
}

// decide returns the line that decides about a path, or noLine.
func (c *compiled) decide(p *forms, d Dialect) ordered {
	rank := c.rank(p, d)
	if rank == noRule {
		return noLine
	}
	return c.order[rank]
}

func (c *compiled) rank(p *forms, d Dialect) int {
	if d == Google {
		return c.main.best(&p.google, nil, noRule)
	}
	best := c.main.best(&p.normal, nil, noRule)
	if c.second == nil || !p.hasQuery {
		return best
	}
	f, made := &p.normal, []bool(nil)
	if p.second.text != "" {
		f, made = &p.second, p.made
	}
	// The ranks of second rise with those of main: its rules from limit on could not do better.
	limit := len(c.ranks)
	for limit > 0 && int(c.ranks[limit-1]) >= best {
		limit--
	}
	if rank := c.second.best(f, made, limit); rank < limit {
		return int(c.ranks[rank])
	}
	return best
}
