package robotstxt

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
	"strings"
)

// A tree is a prefix tree of literal patterns, in flat arrays. A lookup compares each octet of the path at most once.
//
// A pattern that matches nothing longer than itself ends in a node of its own, whose first octet is end: no path has
// it.
type tree struct {
	nodes []node
	first []byte // the first octet of each node's label, or end
}

const end = 0

// A node is what patterns have in common from the end of its parent's label on.
type node struct {
	off      uint32 // of the label, in its source; the highest bit tells which
	child    uint32 // the first of its children, which lie together in order of their first octets
	rank     int32  // the best one of the patterns that end here, noRule for none
	size     uint16 // of the label
	children uint16 // at most 256
}

// longestLabel bounds a label; a longer one is divided.
const longestLabel = 1<<16 - 1

// A leaf is a literal rule while the tree is built.
type leaf struct {
	head uint64 // the first octets, comparable as a number
	text string
	rule *rule
	rank uint32
}

// octet returns the octet at i, counting the end of a pattern that is exact.
func (l *leaf) octet(i int) byte {
	if i == len(l.text) {
		return end
	}
	return l.text[i]
}

// length returns the number of octets, counting the end of a pattern that is exact.
func (l *leaf) length() int {
	if l.rule.class == exact {
		return len(l.text) + 1
	}
	return len(l.text)
}

// sortedLeaves returns the literal rules in the order of their texts.
func sortedLeaves(rules []rule, src *sources) []leaf {
	leaves := make([]leaf, 0, len(rules))
	for rank := range rules {
		r := &rules[rank]
		if r.class > exact {
			continue
		}
		l := leaf{text: src.text(r), rule: r, rank: uint32(rank)}
		var head [8]byte
		copy(head[:], l.text)
		l.head = binary.BigEndian.Uint64(head[:])
		leaves = append(leaves, l)
	}
	slices.SortFunc(leaves, func(a, b leaf) int {
		addSteps(1)
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.rule.class, b.rule.class), cmp.Compare(a.rank, b.rank))
	})
	return leaves
}

// makeTree builds the tree of the literal ones among rules, in time O(n + r log r).
func makeTree(rules []rule, src *sources) tree {
	leaves := sortedLeaves(rules, src)
	if len(leaves) == 0 {
		return tree{}
	}
	type span struct{ lo, hi, depth int } // leaves[lo:hi] agree up to depth
	spans := make([]span, 1, 2*len(leaves))
	spans[0] = span{0, len(leaves), 0}
	t := tree{nodes: make([]node, 1, 2*len(leaves)), first: make([]byte, 1, 2*len(leaves))}
	add := func(c byte, s span) {
		t.nodes = append(t.nodes, node{})
		t.first = append(t.first, c)
		spans = append(spans, s)
	}
	for n := 0; n < len(spans); n++ { // once for each node: at most twice the rules, and one for each long label
		s := spans[n]
		first, last := &leaves[s.lo], &leaves[s.hi-1]
		nd := node{off: first.rule.off + uint32(s.depth) | uint32(first.rule.source)<<31, rank: noRule}
		depth := s.depth
		for depth < len(first.text) && depth < len(last.text) && depth-s.depth < longestLabel &&
			first.text[depth] == last.text[depth] {
			depth++
		}
		addSteps(1 + depth - s.depth)
		nd.size = uint16(depth - s.depth)
		nd.child = uint32(len(t.nodes))
		lo := s.lo
		for ; lo < s.hi && leaves[lo].length() == depth; lo++ {
			nd.rank = min(nd.rank, int32(leaves[lo].rank))
		}
		if t.first[n] == end && n > 0 {
			nd.rank, lo = int32(first.rank), s.hi // the end of exact patterns: nothing follows
		}
		for lo < s.hi { // once for each child
			c := leaves[lo].octet(depth)
			hi := lo + sort.Search(s.hi-lo, func(i int) bool { return leaves[lo+i].octet(depth) > c })
			add(c, span{lo, hi, depth})
			nd.children++
			lo = hi
		}
		t.nodes[n] = nd
	}
	return tree{slices.Clone(t.nodes), slices.Clone(t.first)}
}

// best returns the best rank of the patterns that match the path, or noRule.
func (t *tree) best(path string, src *sources) int {
	if len(t.nodes) == 0 {
		return noRule
	}
	best := int32(noRule)
	for n := &t.nodes[0]; ; { // each step takes at least one octet of the path, but for the first
		addSteps(1 + int(n.size))
		size := int(n.size)
		off := n.off &^ (1 << 31)
		if len(path) < size || path[:size] != src[n.off>>31][off:off+uint32(size)] {
			return int(best)
		}
		path = path[size:]
		best = min(best, n.rank)
		children := t.first[n.child : n.child+uint32(n.children)]
		if path == "" {
			if len(children) > 0 && children[0] == end {
				best = min(best, t.nodes[n.child].rank)
			}
			return int(best)
		}
		i := 0
		for i < len(children) && children[i] != path[0] { // at most 256
			i++
		}
		if i == len(children) {
			return int(best)
		}
		n = &t.nodes[int(n.child)+i]
	}
}
