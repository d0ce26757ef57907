package robotstxt

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"waymark.example/aipref"
)

// A ruleSet is the rules of one or more groups, merged. All product tokens that these groups belong to share it.
//
// The first few questions are answered from the lines as they stand; from then on compiling pays.
type ruleSet struct {
	groups   []uint32
	group    [1]uint32 // what groups refers to where it is one
	asked    atomic.Int32
	once     sync.Once
	stays    atomic.Bool // uncompiled, since that would take too much memory
	compiled atomic.Pointer[compiled]
}

// fewQuestions is the number of questions that are answered without compiling: to compile takes as long as some
// thirty passes over the lines.
const fewQuestions = 16

// get returns the compiled rules, made on the first call, or nil if they stay as they are: each set of groups that
// some token merges has its own, and a file could name as many sets as it has lines.
func (s *ruleSet) get(f *File) *compiled {
	if c := s.compiled.Load(); c != nil {
		return c
	}
	s.once.Do(func() {
		var c *compiled
		if f.mayCompile(s.groups) {
			c = f.compile(s.groups)
		}
		s.stays.Store(c == nil)
		s.compiled.Store(c)
	})
	return s.compiled.Load()
}

// mayCompile takes what a set of groups needs from the lines that may be compiled of a file: four times all.
func (f *File) mayCompile(groups []uint32) bool {
	lines := 0
	for _, g := range groups {
		begin, end := f.groupRecords(g)
		lines += int(end - begin)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.taken+lines > 4*len(f.records) {
		return false
	}
	f.taken += lines
	return true
}

// compiled is what a ruleSet becomes.
type compiled struct {
	main  matcher
	extra string // see inExtra
	more  *more  // what few groups have, or nil
}

// more is what few groups have.
type more struct {
	second matcher  // RFC 9309 figure 4: the rules that match in a second form, too
	ranks  []uint32 // for each rule of second, its rank in main
	usages []usageRule
}

// ordered is a line, from 0, times two, plus one where it is Allow.
type ordered uint32

func (o ordered) line() int   { return int(o>>1) + 1 }
func (o ordered) allow() bool { return o&1 != 0 }

// A rule is an Allow or Disallow line that can match. Rules have ranks by falling priority: most octets first, Allow
// before Disallow, first in the file first (RFC 9309 §2.2.2). The first one that matches decides.
type rule struct {
	head   uint64 // the first octets of the text; of the class wildPairs, the bits of its pairs of octets
	off    uint32 // where the pattern's text begins, in its source
	size   uint32
	line   ordered
	shift  uint8 // 64 less eight times the octets in head; of the class wildPairs 64
	class  class
	source uint8
}

// A class is the way in which a rule is compared.
type class uint8

const (
	prefix    class = iota // the path begins with the text
	exact                  // the path is the text
	wildHead               // a wildcard inside, and enough octets before it
	wildPairs              // a wildcard inside, and hardly any octet before it
)

// Where the text of a pattern lies.
const (
	inFile  = 0 // File.text
	inExtra = 1 // compiled.extra: the forms that are compared and differ from what is written
)

// sources are these texts.
type sources [2]string

func (s *sources) text(r *rule) string { return s[r.source][r.off : r.off+r.size] }

// A usageRule is a Content-Usage line.
type usageRule struct {
	record  uint32
	octets  int // 0 where there is no path: the shortest match of all
	pattern string
	second  string // RFC 9309 figure 4; "" for none
	prefs   aipref.Preferences
}

// ruleSets holds the sets that were asked for.
type ruleSets struct {
	single []*ruleSet          // by group
	merged map[string]*ruleSet // by the groups, as text
}

// ruleSet returns the rules of groups, the same for the same groups.
func (f *File) ruleSet(groups []uint32) *ruleSet {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(groups) == 1 {
		if f.sets.single == nil {
			f.sets.single = make([]*ruleSet, len(f.groups))
		}
		set := &f.sets.single[groups[0]]
		if *set == nil {
			s := &ruleSet{group: [1]uint32{groups[0]}}
			s.groups = s.group[:]
			*set = s
		}
		return *set
	}
	key := make([]byte, 0, 4*len(groups))
	for _, g := range groups {
		key = append(key, byte(g), byte(g>>8), byte(g>>16), byte(g>>24))
	}
	if set := f.sets.merged[string(key)]; set != nil {
		return set
	}
	if f.sets.merged == nil {
		f.sets.merged = make(map[string]*ruleSet)
	}
	set := &ruleSet{groups: slices.Clone(groups)}
	f.sets.merged[string(key)] = set
	return set
}

// A compiler collects the rules of groups.
type compiler struct {
	file  *File
	rules []rule
	keys  []uint64 // sorting these sorts the rules
	extra []byte
	more  more
}

// maxExtra bounds the forms that differ from what is written, all together: offsets into them have 31 bits.
const maxExtra = 1 << 30

// compile merges the rules of groups and compiles them. Time is O(n log r) at worst for r rules of n octets: patterns
// with long beginnings in common are compared whole while they are sorted. It returns nil beyond maxExtra.
func (f *File) compile(groups []uint32) *compiled {
	c := compiler{file: f}
	count := 0
	for _, g := range groups {
		begin, end := f.groupRecords(g)
		for _, rec := range f.records[begin:end] {
			if rec.kind == Allow || rec.kind == Disallow {
				count++
			}
		}
	}
	c.rules = make([]rule, 0, count)
	c.keys = make([]uint64, 0, count)
	for _, g := range groups {
		begin, end := f.groupRecords(g)
		for i := begin; i < end; i++ {
			if len(c.extra) > maxExtra {
				return nil
			}
			switch f.records[i].kind {
			case Allow, Disallow:
				c.addRule(i)
			case ContentUsage:
				if f.dialect == RFC9309 {
					c.addUsage(i)
				}
			}
		}
	}
	slices.Sort(c.keys)
	sorted := make([]rule, len(c.keys))
	for rank, key := range c.keys {
		sorted[rank] = c.rules[uint32(key)]
	}
	second := c.makeSecond(sorted)
	if len(c.extra) > maxExtra {
		return nil
	}
	out := &compiled{extra: string(c.extra)}
	src := sources{f.text, out.extra}
	out.main.prepare(sorted, &src)
	if len(second) > 0 || len(c.more.usages) > 0 {
		out.more = &more{ranks: c.more.ranks, usages: c.more.usages}
		out.more.second.prepare(second, &src)
	}
	return out
}

// addRule adds the Allow or Disallow line of a record. Patterns that can match nothing are left out: the empty one,
// which never decides, and those that begin neither with "/" nor with "*".
func (c *compiler) addRule(record uint32) {
	f := c.file
	span := f.valueSpan(record)
	addSteps(1 + span.End - span.Start)
	if span.Start == span.End {
		return
	}
	if first := f.text[span.Start]; first != '/' && first != '*' {
		return
	}
	r := rule{line: ordered(record << 1)}
	if f.records[record].kind == Allow {
		r.line |= 1
	}
	written := f.text[span.Start:span.End]
	octets := len(written)
	r.off, r.size = uint32(span.Start), uint32(octets)
	if f.dialect == Google {
		if !isGoogleEscaped(written) {
			begin := len(c.extra)
			c.extra = googleEscape(c.extra, written)
			octets = len(c.extra) - begin
			r.source, r.off, r.size = inExtra, uint32(begin), uint32(octets)
		}
	} else if !isCompiled(written) {
		begin := len(c.extra)
		c.extra, octets = normalPattern(c.extra, written)
		r.source, r.off, r.size = inExtra, uint32(begin), uint32(len(c.extra)-begin)
	}
	c.add(r, octets)
	if f.dialect == Google && r.line.allow() {
		if folder, ok := googleIndexPattern(c.text(&r)); ok {
			r.source, r.off, r.size = inExtra, uint32(len(c.extra)), uint32(len(folder))
			c.extra = append(c.extra, folder...)
			c.add(r, len(folder))
		}
	}
}

// isCompiled reports whether a pattern needs no normalisation: nothing but octets that stay, "*", and "$" at the end.
func isCompiled(pattern string) bool {
	for i := range len(pattern) { // once over the pattern
		switch classes[pattern[i]] {
		case plain, unreserved:
		case special:
			if pattern[i] == '$' && i < len(pattern)-1 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// text returns the text of a rule's pattern.
func (c *compiler) text(r *rule) string {
	if r.source == inExtra {
		return string(c.extra[r.off : r.off+r.size])
	}
	return c.file.text[r.off : r.off+r.size]
}

// add classifies a rule by its text and notes its priority.
func (c *compiler) add(r rule, octets int) {
	classify(&r, c.text(&r))
	key := uint64(1<<31-1-min(octets, 1<<31-1))<<33 | uint64(len(c.rules))
	if !r.line.allow() {
		key |= 1 << 32
	}
	c.keys = append(c.keys, key)
	c.rules = append(c.rules, r)
}

// classify sets how a rule with this text is compared, and narrows its text to what needs comparing.
func classify(r *rule, text string) {
	anchored := text[len(text)-1] == '$'
	body := text
	if anchored {
		body = body[:len(body)-1]
	}
	star := strings.IndexByte(body, '*')
	trimmed := body
	if star >= 0 {
		trimmed = strings.TrimRight(body, "*")
		if len(trimmed) < len(body) {
			anchored = false // "*$" and "*" at the end both match any rest
		}
	}
	head := trimmed
	switch {
	case star < 0 || star >= len(trimmed):
		r.class = prefix
		if anchored {
			r.class = exact
		}
		r.size = uint32(len(trimmed))
	default:
		r.class = wildHead
		if !anchored {
			r.size = uint32(len(trimmed))
			if strings.HasSuffix(trimmed, "$") {
				r.size++ // Google: a "$" before "*" stands for itself, and must not become the end
			}
		}
		head = trimmed[:star]
		if len(head) < 3 {
			r.class = wildPairs
			r.head, r.shift = pairsOfPattern(trimmed), 64
			return
		}
	}
	n := min(len(head), 8)
	r.head = headOf(head[:n])
	r.shift = uint8(64 - 8*n)
}

// pairsOfPattern returns the bits of bloomOf that every path has that the pattern matches.
func pairsOfPattern(pattern string) uint64 {
	var b uint64
	for rest := pattern; rest != ""; { // once over the pattern
		piece, after, _ := strings.Cut(rest, "*")
		b |= bloomOf(piece)
		rest = after
	}
	return b
}

// makeSecond returns the rules to which RFC 9309 figure 4 applies, in their second form.
func (c *compiler) makeSecond(rules []rule) []rule {
	if c.file.dialect != RFC9309 {
		return nil
	}
	var second []rule
	for rank := range rules {
		r := rules[rank]
		normal := c.text(&r)
		text := secondPattern(normal)
		if text == "" {
			continue
		}
		if len(c.extra) > maxExtra {
			return nil
		}
		if text != normal {
			r.source, r.off, r.size = inExtra, uint32(len(c.extra)), uint32(len(text))
			c.extra = append(c.extra, text...)
		}
		if r.class == exact {
			text += "$" // classify cut it off; it does so again
		}
		classify(&r, text)
		second = append(second, r)
		c.more.ranks = append(c.more.ranks, uint32(rank))
	}
	return second
}

// secondPattern returns the second form of a pattern in normal form, or "" where figure 4 does not apply to it.
func secondPattern(normal string) string {
	if strings.IndexByte(normal, '?') < 0 || !hasSecondForm(normal) {
		return ""
	}
	if text, _ := secondForm(normal); text != "" {
		return text
	}
	return normal
}

// splitUsage divides the value of a Content-Usage record (draft-ietf-aipref-attach-05): a value that begins with "/"
// has a path up to the first white space, any other is a statement alone.
func splitUsage(value string) (path, statement string) {
	if value == "" || value[0] != '/' {
		return "", value
	}
	i := strings.IndexAny(value, " \t")
	if i < 0 {
		return value, ""
	}
	return value[:i], strings.TrimLeft(value[i:], " \t")
}

// addUsage adds the Content-Usage line of a record.
func (c *compiler) addUsage(record uint32) {
	path, statement := splitUsage(c.file.value(record))
	u := usageRule{record: record, prefs: aipref.Parse(statement)}
	if path != "" {
		u.pattern, u.octets = c.file.normalize(path)
		u.second = secondPattern(u.pattern)
	}
	c.more.usages = append(c.more.usages, u)
}

// matches reports whether the line is about the path.
func (u *usageRule) matches(p *forms) bool {
	return u.pattern == "" || matchForms(u.pattern, u.second, p)
}

// matchForms reports whether a pattern in normal form matches a path, in its second form, if any, too.
func matchForms(pattern, second string, p *forms) bool {
	if matchPattern(pattern, p.normal.text, nil) {
		return true
	}
	if second == "" || !p.hasQuery() {
		return false
	}
	f, made := p.secondForm()
	return matchPattern(second, f.text, made)
}
