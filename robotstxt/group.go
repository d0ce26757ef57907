package robotstxt

import (
	"cmp"
	"slices"
)

// An agent is a User-agent line.
type agent struct {
	record uint32
	group  uint32 // index into File.groups
}

// User-agent lines are looked up in an index where they are more than manyAgents, after fewLookups: to make the index
// takes as long as some passes over the lines.
const (
	manyAgents = 32
	fewLookups = 4
)

// An agentKey finds a User-agent line by a hash of a name that it answers to.
type agentKey struct {
	hash  uint32
	agent uint32 // index into File.agents
}

// hashToken is FNV-1a over the token in lower case.
func hashToken(token string) uint32 {
	h := uint32(2166136261)
	for i := range len(token) {
		h = (h ^ uint32(lower(token[i]))) * 16777619
	}
	return h
}

// makeIndex returns the names that the User-agent lines answer to, in order of their hashes: at most two a line.
func (f *File) makeIndex() []agentKey {
	index := make([]agentKey, 0, len(f.agents))
	for i, a := range f.agents {
		value := f.value(a.record)
		if f.dialect == Google {
			index = append(index, agentKey{hashToken(googleToken(value)), uint32(i)})
			continue
		}
		index = append(index, agentKey{hashToken(value), uint32(i)})
		if t := leadingToken(value); t != "" {
			index = append(index, agentKey{hashToken(t), uint32(i)})
		}
	}
	slices.SortFunc(index, func(a, b agentKey) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.agent, b.agent))
	})
	return index
}

// agentIndex returns the index, or nil while there is none.
func (f *File) agentIndex() []agentKey {
	if len(f.agents) <= manyAgents {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lookups++; f.index == nil && f.lookups > fewLookups {
		f.index = f.makeIndex()
	}
	return f.index
}

// namesToken reports whether a User-agent line names the token, in the dialect of the file.
func (f *File) namesToken(a agent, token string) bool {
	value := f.value(a.record)
	if f.dialect == Google {
		return equalFold(googleToken(value), token)
	}
	return names(value, token)
}

// find returns the groups that name the token, in file order, and the first User-agent line that does.
func (f *File) find(token string, groups []uint32) (first uint32, found []uint32) {
	add := func(i int) {
		if len(groups) == 0 {
			first = f.agents[i].record
		}
		if g := f.agents[i].group; len(groups) == 0 || groups[len(groups)-1] != g {
			groups = append(groups, g)
		}
	}
	index := f.agentIndex()
	if index == nil {
		for i, a := range f.agents {
			if f.namesToken(a, token) {
				add(i)
			}
		}
		return first, groups
	}
	hash := hashToken(token)
	i, _ := slices.BinarySearchFunc(index, hash, func(k agentKey, h uint32) int { return cmp.Compare(k.hash, h) })
	for ; i < len(index) && index[i].hash == hash; i++ { // as many as lines name the token, and collisions
		if a := index[i].agent; f.namesToken(f.agents[a], token) {
			add(int(a))
		}
	}
	return first, groups
}

// A Group is one or more User-agent lines and what follows them, up to the next group (RFC 9309 §2.1).
type Group struct {
	First   int      `json:"first_line"`
	Last    int      `json:"last_line"` // of its last record
	Agents  []Agent  `json:"agents"`
	Rules   []Rule   `json:"rules,omitempty"`
	Records []Record `json:"records,omitempty"` // the others, which never interfere with the rules
}

// An Agent is the value of a User-agent line, as written.
type Agent struct {
	Line  int    `json:"line"`
	Value string `json:"value"`
}

// A Rule is an Allow, Disallow or Content-Usage line.
type Rule struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"` // of the pattern, in octets from 1
	Kind    Kind   `json:"kind"`
	Pattern string `json:"pattern"`         // as written
	Normal  string `json:"normal"`          // in the form that is compared, see PathOf
	Octets  int    `json:"octets"`          // what it counts against other rules
	Usage   string `json:"usage,omitempty"` // the statement of a Content-Usage line
}

// A Record is a line with a key and a value that is no rule.
type Record struct {
	Line  int    `json:"line"`
	Kind  Kind   `json:"kind"`
	Key   string `json:"key"`   // as written
	Value string `json:"value"` // as written
}

// Groups returns the groups in file order, not merged. The FirstMatch dialect ends entries at blank lines, too; here
// they are shown as RFC 9309 divides them.
func (f *File) Groups() []Group {
	groups := make([]Group, 0, len(f.groups))
	for g := range f.groups {
		begin, end := f.groupRecords(uint32(g))
		group := Group{First: int(begin) + 1}
		for i := begin; i < end; i++ {
			rec := &f.records[i]
			if !rec.kind.IsRecord() {
				continue
			}
			group.Last = int(i) + 1
			switch {
			case rec.kind == UserAgent:
				group.Agents = append(group.Agents, Agent{int(i) + 1, f.value(i)})
			case f.isRule(rec.kind):
				group.Rules = append(group.Rules, f.rule(i))
			default:
				group.Records = append(group.Records, f.record(i))
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// isRule reports whether lines of this kind are rules in the file's dialect: only RFC 9309's readers know
// Content-Usage.
func (f *File) isRule(k Kind) bool {
	return k == Allow || k == Disallow || k == ContentUsage && f.dialect == RFC9309
}

// groupRecords returns the records of a group.
func (f *File) groupRecords(g uint32) (begin, end uint32) {
	if int(g)+1 < len(f.groups) {
		return f.groups[g], f.groups[g+1]
	}
	return f.groups[g], uint32(len(f.records))
}

func (f *File) record(i uint32) Record {
	line := f.Line(int(i) + 1)
	return Record{line.Number, line.Kind, f.Slice(line.Key), f.Slice(line.Value)}
}

// rule returns a rule line as data.
func (f *File) rule(i uint32) Rule {
	span := f.valueSpan(i)
	r := Rule{Line: int(i) + 1, Column: span.Start - int(f.records[i].start) + 1, Kind: f.records[i].kind}
	r.Pattern = f.Slice(span)
	if r.Kind == ContentUsage {
		r.Pattern, r.Usage = splitUsage(r.Pattern)
	}
	r.Normal, r.Octets = f.normalize(r.Pattern)
	return r
}

// normalize returns the form of a pattern that the file's dialect compares, and what it counts.
func (f *File) normalize(pattern string) (normal string, octets int) {
	if f.dialect == Google {
		if isGoogleEscaped(pattern) {
			return pattern, len(pattern)
		}
		normal = string(googleEscape(nil, pattern))
		return normal, len(normal)
	}
	if isNormal(pattern) {
		return pattern, len(pattern)
	}
	b, octets := normalPattern(make([]byte, 0, len(pattern)+16), pattern)
	return string(b), octets
}
