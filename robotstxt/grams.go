package robotstxt

import (
	"math/bits"
	"slices"
	"strings"
)

// A gramIndex finds, among very many rules with a wildcard inside, those that may match a path: each rule lies in the
// bucket of that four-octet run of its literal pieces which the fewest rules share, and a path that the rule matches
// holds this run. Each bucket is looked into at most once for a path.
type gramIndex struct {
	shift   uint8    // 32 less the bits of a bucket's number
	present []uint64 // a bit for each bucket that is not empty
	begin   []uint32 // where each bucket begins in rules
	rules   []uint32 // indexes of the rules with a wildcard inside, rising within a bucket
	short   []uint32 // those without a piece of four octets, to be compared one by one
}

const (
	gramSize    = 4
	mostBuckets = 1 << 14 // what a lookup has marks for
)

func gramAt(s string, i int) uint32 {
	return uint32(s[i]) | uint32(s[i+1])<<8 | uint32(s[i+2])<<16 | uint32(s[i+3])<<24
}

func (g *gramIndex) bucket(gram uint32) uint32 { return gram * 2654435769 >> g.shift }

// eachGram calls f with the runs of four octets in the literal pieces of a pattern.
func eachGram(pattern string, f func(gram uint32)) {
	for rest := strings.TrimSuffix(pattern, "$"); rest != ""; { // once over the pattern
		piece, after, _ := strings.Cut(rest, "*")
		for i := 0; i+gramSize <= len(piece); i++ {
			f(gramAt(piece, i))
		}
		rest = after
	}
}

// makeGrams builds the index of the rules with a wildcard inside, in time linear in their text.
func (m *matcher) makeGrams(src *sources) *gramIndex {
	n := min(max(64, 1<<bits.Len(uint(2*len(m.rules)-1))), mostBuckets)
	g := &gramIndex{shift: uint8(32 - bits.TrailingZeros(uint(n)))}
	counts := make([]uint32, n)
	for i := range m.rules {
		eachGram(src.text(&m.rules[i]), func(gram uint32) { counts[g.bucket(gram)]++ })
	}
	const none = ^uint32(0)
	chosen := make([]uint32, len(m.rules))
	g.begin = make([]uint32, n+1)
	seen := make(map[string]bool, len(m.rules))
	for i := range m.rules {
		chosen[i] = none
		text := src.text(&m.rules[i])
		if seen[text] {
			continue // an identical pattern of higher priority is there
		}
		seen[text] = true
		eachGram(text, func(gram uint32) {
			if b := g.bucket(gram); chosen[i] == none || counts[b] < counts[chosen[i]] {
				chosen[i] = b
			}
		})
		if chosen[i] == none {
			g.short = append(g.short, uint32(i))
			continue
		}
		g.begin[chosen[i]+1]++
	}
	g.present = make([]uint64, n/64)
	for b := range n {
		if g.begin[b+1] > 0 {
			g.present[b/64] |= 1 << (b % 64)
		}
		g.begin[b+1] += g.begin[b]
	}
	g.rules = make([]uint32, g.begin[n])
	fill := slices.Clone(g.begin[:n])
	for i, b := range chosen {
		if b != none {
			g.rules[fill[b]] = uint32(i)
			fill[b]++
		}
	}
	return g
}

// best returns the first rank below best of a rule that matches, or best.
func (g *gramIndex) best(m *matcher, src *sources, f *form, made []bool, best int) int {
	best = g.bestOf(g.short, m, src, f, made, best)
	var seen [mostBuckets / 64]uint64
	text := f.text
	for i := 0; i+gramSize <= len(text); i++ {
		addSteps(1)
		b := g.bucket(gramAt(text, i))
		word, bit := b/64, uint64(1)<<(b%64)
		if g.present[word]&bit == 0 || seen[word]&bit != 0 {
			continue
		}
		seen[word] |= bit
		best = g.bestOf(g.rules[g.begin[b]:g.begin[b+1]], m, src, f, made, best)
	}
	return best
}

// bestOf does the same for some of the rules.
func (g *gramIndex) bestOf(rules []uint32, m *matcher, src *sources, f *form, made []bool, best int) int {
	for _, i := range rules {
		rank := int(m.large.ranks[i])
		if rank >= best {
			break
		}
		addSteps(1)
		if r := &m.rules[i]; r.mayMatch(f.head) && r.matches(src, f, made) {
			return rank
		}
	}
	return best
}
