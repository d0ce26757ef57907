package ndjson

import (
	"hash/maphash"
	"slices"
	"strings"

	"waymark.example/robotstxt"
)

// What is remembered of a run: whichever is less. The last body stays, however large.
const (
	maxRecent      = 64
	maxRecentBytes = 32 << 20
)

// A body is a robots.txt that was parsed, and the rules that were asked for last.
type body struct {
	source source
	raw    string // as it stood in the question
	hash   uint64
	bytes  int // what it takes, about
	file   *robotstxt.File
	agent  string
	rules  *robotstxt.Rules
}

// rulesFor returns the rules for an agent, which is a product token or a chain of them, and the agent as a string.
func (b *body) rulesFor(agent []byte) (*robotstxt.Rules, string) {
	if b.rules == nil || b.agent != string(agent) {
		b.agent = string(agent)
		b.rules = b.file.Rules(strings.Split(b.agent, ":")...)
	}
	return b.rules, b.agent
}

// A memory holds the bodies that were asked about recently, the last one first.
type memory struct {
	seed   maphash.Seed
	bodies []*body // at most maxRecent
	bytes  int
}

func (m *memory) hash(raw []byte) uint64 { return maphash.Bytes(m.seed, raw) }

// find returns the body of a question, or nil.
func (m *memory) find(s source, raw []byte, hash uint64) *body {
	for i, b := range m.bodies {
		if b.hash == hash && b.source == s && b.raw == string(raw) {
			copy(m.bodies[1:i+1], m.bodies[:i])
			m.bodies[0] = b
			return b
		}
	}
	return nil
}

// add makes b the last body, and forgets those that were asked about longest ago.
func (m *memory) add(b *body) {
	const perLine = 8 // octets, of a File beyond its text; see package robotstxt
	b.bytes = len(b.raw) + len(b.file.Text()) + perLine*b.file.NumLines()
	m.bodies = slices.Insert(m.bodies, 0, b)
	m.bytes += b.bytes
	for len(m.bodies) > 1 && (len(m.bodies) > maxRecent || m.bytes > maxRecentBytes) {
		last := len(m.bodies) - 1
		m.bytes -= m.bodies[last].bytes
		m.bodies[last] = nil
		m.bodies = m.bodies[:last]
	}
}
