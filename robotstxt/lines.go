package robotstxt

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A record is what Parse keeps of a line: eight octets. Everything else about the line follows from the text.
type record struct {
	start uint32 // where the line begins
	size  uint16 // how long the value is
	value uint8  // where the value begins, from start; far if that or the size does not fit
	kind  Kind
}

// far marks a value too distant or too long for a record: the line is read again to find it.
const far = 1<<8 - 1

// The keys that most lines begin with, as eight octets in lower case, the first one lowest.
const (
	keyDisallow = 0x776f6c6c61736964 // disallow
	keyUserAge  = 0x6567612d72657375 // user-age
	keyAllow    = 0x776f6c6c61       // allow
	keySitemap  = 0x70616d65746973   // sitemap
	keyCrawlDe  = 0x65642d6c77617263 // crawl-de
	lowerBits   = 0x2020202020202020
)

// readLines makes the records, agents and groups of the file, in time linear in the text.
func (f *File) readLines() {
	text := f.lines
	scratch := scratches.Get().(*[]record)
	records := (*scratch)[:cap(*scratch)]
	lines := newLineScanner(text)
	hash := -1 // the next "#" from the last position asked about on; len(text) for none
	n := 0
	for pos := 0; pos < len(text); n++ {
		end, next := lines.line(pos)
		if hash < pos {
			hash = indexFrom(text, pos, '#')
		}
		comment := min(hash, end)
		if n == len(records) {
			records = append(records, record{})
			records = records[:cap(records)]
		}
		rec := &records[n]
		*rec = record{start: uint32(pos)}
		switch {
		case f.dialect == Google:
			f.readGoogleRecord(rec, text, pos, end)
		case pos == comment:
			if comment < end {
				rec.kind = Comment
			}
		case !rec.readKnown(text, pos, comment):
			f.readRecord(rec, text, pos, comment, end)
		}
		if rec.kind == UserAgent {
			f.addAgent(records, n)
		}
		pos = next
	}
	f.records = slices.Clone(records[:n])
	*scratch = records
	if cap(records) <= mostScratch {
		scratches.Put(scratch)
	}
}

// scratches holds buffers for the records of a file whose number is not known yet.
var scratches = sync.Pool{New: func() any { return new([]record) }}

// mostScratch bounds a buffer that is kept: records of a file as large as a crawler reads.
const mostScratch = 1 << 16

// addAgent notes the User-agent line records[n]. It begins a group if it is the first one, or if a rule stands between
// it and the one before (RFC 9309 §2.1): other records leave the list of agents open.
func (f *File) addAgent(records []record, n int) {
	begins := len(f.agents) == 0
	if !begins {
		for i := n - 1; records[i].kind != UserAgent; i-- { // each record is passed once
			if f.isRule(records[i].kind) {
				begins = true
				break
			}
		}
	} else {
		f.agents = make([]agent, 0, 4)
	}
	if begins {
		f.groups = append(f.groups, uint32(n))
	}
	f.agents = append(f.agents, agent{record: uint32(n), group: uint32(len(f.groups) - 1)})
}

// readKnown recognises the lines that begin with one of the commonest keys and a colon. It reports false for any
// other line, which readRecord reads.
func (rec *record) readKnown(text string, pos, end int) bool {
	if pos == end || pos+12 > len(text) {
		return false
	}
	t := text[pos : pos+12]
	word := load(t, 0)
	// Setting the bit for lower case is exact for letters, and "-" could only come from CR, which is no part of a line.
	word |= lowerBits
	var key int
	switch {
	case word == keyDisallow:
		rec.kind, key = Disallow, 8
	case word&(1<<40-1) == keyAllow:
		rec.kind, key = Allow, 5
	case word == keyUserAge && t[8]|0x20 == 'n' && t[9]|0x20 == 't':
		rec.kind, key = UserAgent, 10
	case word&(1<<56-1) == keySitemap:
		rec.kind, key = Sitemap, 7
	case word == keyCrawlDe && t[8]|0x20 == 'l' && t[9]|0x20 == 'a' && t[10]|0x20 == 'y':
		rec.kind, key = CrawlDelay, 11
	default:
		return false
	}
	if t[key] != ':' || pos+key >= end {
		return false
	}
	value := pos + key + 1
	for value < end && (text[value] == ' ' || text[value] == '\t') {
		value++
	}
	for end > value && (text[end-1] == ' ' || text[end-1] == '\t') {
		end--
	}
	rec.setValue(pos, value, end)
	return true
}

// setValue notes where the value lies.
func (rec *record) setValue(pos, value, end int) {
	if value-pos >= far || end-value >= 1<<16 {
		rec.value = far
		return
	}
	rec.value = uint8(value - pos)
	rec.size = uint16(end - value)
}

// readRecord reads any line: content up to the comment, then the comment up to the end.
func (f *File) readRecord(rec *record, text string, pos, comment, end int) {
	first := pos
	for first < comment && (text[first] == ' ' || text[first] == '\t') {
		first++
	}
	if first < comment && pos > 0 && !isKeyOctet(text[first]) {
		rec.kind = Malformed // most lines of HTML
		return
	}
	p := splitLine(text[:comment], pos, f.strict)
	if p.kind == Blank && comment < end {
		p.kind = Comment
	}
	rec.kind = p.kind
	if p.kind.IsRecord() {
		rec.setValue(pos, p.value.Start, p.value.End)
	}
}

// A Line is one line of a File with all that is known about it. Offsets refer to [File.Text].
type Line struct {
	Number   int    // from 1
	Kind     Kind   // what it is
	Oddities Oddity // what was odd about it
	Whole    Span   // the line without its line end
	Next     int    // where the next line begins; [Whole.End, Next) is the line end
	Key      Span   // as written; empty where there is none
	Value    Span   // without white space around it; empty where there is none
	Comment  Span   // from "#" on; empty where there is none
}

// Line returns the line of a number from 1 to NumLines. It panics outside that range. It takes time linear in the
// line.
func (f *File) Line(number int) Line {
	rec := &f.records[number-1]
	text := f.lines
	pos := int(rec.start)
	limit := len(text)
	if number < len(f.records) {
		limit = int(f.records[number].start)
	}
	line := Line{Number: number, Kind: rec.kind, Next: limit}
	end := limit
	for end > pos && (text[end-1] == '\n' || text[end-1] == '\r') { // at most two: CR LF
		end--
	}
	line.Whole = Span{pos, end}
	comment := end
	if i := strings.IndexByte(text[pos:end], '#'); i >= 0 {
		comment = pos + i
	}
	line.Comment = Span{comment, end}
	var p linePart
	if f.dialect == Google {
		p = splitGoogleLine(text, pos, end, pos == 0)
		if comment >= p.end && p.odd&Cut != 0 {
			line.Comment = Span{end, end} // beyond a cut nothing is read
		}
	} else {
		p = splitLine(text[:comment], pos, f.strict)
	}
	line.Key, line.Value = p.key, p.value
	line.Oddities = p.odd | f.oddities(&line)
	if number == 1 && f.decoded {
		line.Oddities |= UTF16
	}
	if f.outsideGroup(uint32(number - 1)) {
		line.Oddities |= OutsideGroup
	}
	return line
}

// outsideGroup reports whether a record belongs into a group and stands before the first one.
func (f *File) outsideGroup(i uint32) bool {
	return f.records[i].kind.inGroup() && (len(f.groups) == 0 || i < f.groups[0])
}

// oddities finds what Parse does not keep.
func (f *File) oddities(line *Line) Oddity {
	var odd Oddity
	whole, value := f.Slice(line.Whole), f.Slice(line.Value)
	if !utf8.ValidString(whole) {
		odd |= NotUTF8
	}
	for i := range len(whole) { // once over the line
		if c := whole[i]; c < 0x20 && c != '\t' || c == 0x7F {
			odd |= ControlOctet
			break
		}
	}
	for i := range len(value) { // once over the value
		if value[i] >= utf8.RuneSelf {
			odd |= NonASCII
			break
		}
	}
	switch line.Kind {
	case UserAgent:
		if !IsProductToken(value) && value != "*" {
			odd |= NotToken
		}
	case Allow, Disallow:
		odd |= patternOddities(value)
	case ContentUsage:
		path, _ := splitUsage(value)
		odd |= patternOddities(path)
	}
	return odd
}

// patternOddities finds what is odd about a path pattern as written.
func patternOddities(pattern string) Oddity {
	var odd Oddity
	if pattern == "" {
		return 0
	}
	switch pattern[0] {
	case '/':
	case '*':
		odd |= LeadingStar
	default:
		odd |= NotRooted
	}
	for i := range len(pattern) {
		switch pattern[i] {
		case '$':
			if i < len(pattern)-1 {
				odd |= DollarInside
			}
		case '%':
			if _, ok := escapeAt(pattern, i); !ok {
				odd |= BadPercent
			}
		case ' ', '\t':
			odd |= SpaceInside
		}
	}
	return odd
}

// valueSpan returns where the value of a record lies.
func (f *File) valueSpan(i uint32) Span {
	rec := &f.records[i]
	if rec.value == far {
		return f.Line(int(i) + 1).Value
	}
	start := int(rec.start) + int(rec.value)
	return Span{start, start + int(rec.size)}
}

// value returns the value of a record.
func (f *File) value(i uint32) string {
	s := f.valueSpan(i)
	return f.text[s.Start:s.End]
}
