package robotstxt

// decideUncompiled answers one of the first questions from the lines as they stand, in one pass over the groups. It
// reports false after some questions: from then on compiling pays. A set that stays uncompiled is read so every time.
func (f *File) decideUncompiled(s *ruleSet, p *forms) (decider ordered, ok bool) {
	if !s.stays.Load() && s.asked.Add(1) > fewQuestions {
		return 0, false
	}
	path := p.normal.text
	if f.dialect == Google {
		path = p.googleForm().text
	}
	decider = noLine
	most := 0
	for _, g := range s.groups {
		begin, end := f.groupRecords(g)
		records := f.records[begin:end]
		for i := range records {
			rec := &records[i]
			if rec.kind != Allow && rec.kind != Disallow {
				continue
			}
			allow := rec.kind == Allow
			var value string
			if rec.value == far {
				value = f.value(begin + uint32(i))
			} else {
				at := int(rec.start) + int(rec.value)
				value = f.text[at : at+int(rec.size)]
			}
			octets := f.compare(value, path, p, allow)
			if octets > most || octets == most && octets > 0 && allow && !decider.allow() {
				most, decider = octets, ordered((begin+uint32(i))<<1)
				if allow {
					decider |= 1
				}
			}
		}
	}
	return decider, true
}

// compare returns the octets that an Allow or Disallow line with this pattern counts if it matches the path, 0 if it
// does not.
func (f *File) compare(value, path string, p *forms, allow bool) int {
	i := 0
	for i < len(value) && i < len(path) && value[i] == path[i] && plainClass[value[i]] {
		i++
	}
	if i == len(value) && i > 0 {
		return i
	}
	if i < len(value) && plainClass[value[i]] && (!p.hasQuery() || f.dialect == Google) {
		// A pattern and a path that differ in an octet that always stands for itself.
		if f.dialect != Google || !allow || !endsInIndex(value) {
			return 0
		}
	}
	return f.compareWhole(value, p, allow)
}

// plainClass tells which octets stand for themselves in every dialect.
var plainClass = func() (t [256]bool) {
	for i, c := range classes {
		t[i] = c == plain || c == unreserved
	}
	return t
}()

func endsInIndex(value string) bool {
	_, ok := googleIndexPattern(value)
	return ok
}

// compareWhole does what compare does, for a pattern that needs normalising, has a wildcard, or a second form.
func (f *File) compareWhole(value string, p *forms, allow bool) int {
	if value == "" || value[0] != '/' && value[0] != '*' {
		return 0
	}
	rule := Rule{Pattern: value, Normal: value, Octets: len(value), Kind: Disallow}
	if allow {
		rule.Kind = Allow
	}
	if f.dialect == Google && !isGoogleEscaped(value) || f.dialect != Google && !isCompiled(value) {
		rule.Normal, rule.Octets = f.normalize(value)
	}
	if f.ruleMatches(&rule, p) {
		return rule.Octets
	}
	return 0
}
