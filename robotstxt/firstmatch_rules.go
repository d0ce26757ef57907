package robotstxt

// A firstMatchFile is a file as Python's urllib.robotparser divides it.
type firstMatchFile struct {
	entries []firstMatchEntry
	def     *firstMatchEntry // the first entry that names "*"
}

// chooseFirstMatch sets the entry of r to the first one that applies to the token.
func (f *File) chooseFirstMatch(r *Rules, token string) bool {
	f.mu.Lock()
	if f.first == nil {
		f.first = new(firstMatchFile)
		f.first.entries, f.first.def = readFirstMatch([]byte(f.lines))
	}
	first := f.first
	f.mu.Unlock()
	for i := range first.entries {
		if agent, ok := first.entries[i].appliesTo(token); ok {
			r.first, r.agent = &first.entries[i], uint32(agent)
			return true
		}
	}
	if token != "*" || first.def == nil {
		return false
	}
	r.first = first.def
	for i, a := range first.def.agents {
		if a.value == "*" {
			r.agent = uint32(i)
			break
		}
	}
	return true
}
