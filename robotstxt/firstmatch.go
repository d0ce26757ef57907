package robotstxt

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads a robots.txt as Python's urllib.robotparser does, as of Python 3.11.7. Every "Unlike RFC 9309"
// below is that reader's, and TestFirstMatchEqualsPython compares each of them with the real one.
//
// Unlike urllib: where it raises an exception instead of answering, this reader goes on. Octets that are not UTF-8
// read as U+FFFD; a path or URL that urlparse refuses is taken as it is; a Crawl-delay or Request-rate that int()
// refuses ("²", more than 4,300 digits) is a record like others. The same test pins them.

// A firstMatchRule is an Allow or Disallow line of an entry.
type firstMatchRule struct {
	line       int32  // from 1
	allow      bool   // what it says: an empty Disallow allows
	kind       Kind   // Allow or Disallow, as written
	path       string // quoted
	start, end int    // span of the value in the text
}

// matches reports whether the rule decides a path made by [firstMatchPath].
//
// Unlike RFC 9309 §2.2.2 there are no wildcards, and the first rule of the entry that matches decides. urllib means a
// path "*" to match everything, but compares it after quoting, where it is "%2A": a literal star.
func (r *firstMatchRule) matches(path string) bool { return strings.HasPrefix(path, r.path) }

// A firstMatchAgent is a User-agent line of an entry.
type firstMatchAgent struct {
	line       int32  // from 1
	value      string // without percent-encoding
	folded     string // value in lower case
	start, end int    // span of the value in the text
}

// A firstMatchEntry is what RFC 9309 calls a group. Unlike there, entries with the same name are not merged, a blank
// line ends an entry, and names with no record after them, before a blank line or the end, make none.
type firstMatchEntry struct {
	agents []firstMatchAgent
	rules  []firstMatchRule
}

// appliesTo returns the first agent of the entry that names the token.
//
// Unlike RFC 9309 §2.2.1 a name is any substring of the token, letter case aside, where the token ends at its first
// "/"; so "User-agent:" with no name applies to every token, and one with a version, "a/1", to none.
func (e *firstMatchEntry) appliesTo(token string) (agent int, ok bool) {
	token, _, _ = strings.Cut(pythonText(token), "/")
	token = pythonLower(token)
	for i := range e.agents {
		if a := &e.agents[i]; a.value == "*" || strings.Contains(token, a.folded) {
			return i, true
		}
	}
	return 0, false
}

// readFirstMatch returns the entries of a text in the order of the file, without the default one, and the default
// entry or nil. An entry that names "*" among others is a default one, and counts for none of the others; the first
// is the default entry, and any further one is dropped.
func readFirstMatch(text []byte) (entries []firstMatchEntry, def *firstMatchEntry) {
	r := firstMatchReader{text: text}
	number := int32(1)
	for start := 0; start < len(text); { // every round passes at least one octet
		end, next := pythonLine(text, start)
		r.readLine(number, start, end)
		if end < next && (text[end] == '\n' || text[end] == '\r') {
			number++
		}
		start = next
	}
	r.endEntry()
	return r.entries, r.def
}

// A firstMatchReader is the state between two lines.
type firstMatchReader struct {
	text    []byte
	state   firstMatchState
	entry   firstMatchEntry // the one being read
	entries []firstMatchEntry
	def     *firstMatchEntry
}

type firstMatchState uint8

const (
	outsideEntry firstMatchState = iota
	inNames                      // after a User-agent line
	inRecords                    // after a record of the entry
)

// readLine takes the line text[start:end], which has the given number.
func (r *firstMatchReader) readLine(number int32, start, end int) {
	if start == end {
		// Unlike RFC 9309 §2.2: a blank line ends an entry. One with white space or a comment is not blank.
		r.endEntry()
		return
	}
	if i := bytes.IndexByte(r.text[start:end], '#'); i >= 0 {
		end = start + i
	}
	start, end = r.strip(start, end)
	colon := bytes.IndexByte(r.text[start:end], ':')
	if colon < 0 {
		return
	}
	keyStart, keyEnd := r.strip(start, start+colon)
	start, end = r.strip(start+colon+1, end)

	switch kind := firstMatchKind(r.text[keyStart:keyEnd]); kind {
	case UserAgent:
		if r.state == inRecords {
			r.endEntry()
		}
		value := pythonUnquote(pythonText(string(r.text[start:end])))
		r.entry.agents = append(r.entry.agents, firstMatchAgent{
			line: number, value: value, folded: pythonLower(value), start: start, end: end,
		})
		r.state = inNames
	case Allow, Disallow:
		if r.state == outsideEntry {
			return
		}
		value := pythonUnquote(pythonText(string(r.text[start:end])))
		r.entry.rules = append(r.entry.rules, firstMatchRule{
			line: number, allow: kind == Allow || value == "", kind: kind, path: firstMatchRulePath(value),
			start: start, end: end,
		})
		r.state = inRecords
	case CrawlDelay, RequestRate:
		// Unlike RFC 9309 §2.2.4 these records end the names of an entry; all others are as if absent.
		if r.state != outsideEntry {
			r.state = inRecords
		}
	}
}

// endEntry keeps the entry being read if it has a record, and begins another.
func (r *firstMatchReader) endEntry() {
	if r.state == inRecords {
		r.keep(r.entry)
	}
	r.entry = firstMatchEntry{}
	r.state = outsideEntry
}

func (r *firstMatchReader) keep(e firstMatchEntry) {
	for i := range e.agents {
		if e.agents[i].value == "*" {
			if r.def == nil {
				first := e
				r.def = &first
			}
			return
		}
	}
	r.entries = append(r.entries, e)
}

// strip narrows a span of the text as str.strip does; an empty span stays at its end.
func (r *firstMatchReader) strip(start, end int) (int, int) {
	start = end - len(bytes.TrimLeftFunc(r.text[start:end], pythonSpace))
	return start, start + len(bytes.TrimRightFunc(r.text[start:end], pythonSpace))
}

// firstMatchKind returns the kind of a key that urllib.robotparser knows and that bears on verdicts, else Unknown.
// Typing errors are not forgiven, nor is a byte order mark.
func firstMatchKind(key []byte) Kind {
	const longest = len("request-rate")
	if len(key) > longest {
		return Unknown
	}
	var lower [longest]byte
	for i, c := range key {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	// ASCII is enough: of the octets beyond, Python's lower() makes a "k" (U+212A) and an "i" with a dot (U+0130),
	// and no key has either.
	switch string(lower[:len(key)]) {
	case "user-agent":
		return UserAgent
	case "allow":
		return Allow
	case "disallow":
		return Disallow
	case "crawl-delay":
		return CrawlDelay
	case "request-rate":
		return RequestRate
	}
	return Unknown
}

// pythonLine returns where the line that begins at start ends, and where the next one begins, as str.splitlines
// does: LF, CR, CRLF, and unlike RFC 9309 §2.2 also VT, FF, FS, GS, RS, NEL, U+2028 and U+2029 end a line.
// Both are len(text) for a last line without an end. It reads no further than next and one octet.
func pythonLine(text []byte, start int) (end, next int) {
	for i := start; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n', c == '\v', c == '\f', 0x1C <= c && c <= 0x1E:
			return i, i + 1
		case c == '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				return i, i + 2
			}
			return i, i + 1
		case c == 0xC2 && bytes.HasPrefix(text[i:], []byte("\u0085")):
			return i, i + len("\u0085")
		case c == 0xE2 && (bytes.HasPrefix(text[i:], []byte("\u2028")) || bytes.HasPrefix(text[i:], []byte("\u2029"))):
			return i, i + len("\u2028")
		}
	}
	return len(text), len(text)
}

// pythonSpace reports what str.isspace does: Unicode's White_Space, and FS, GS, RS and US.
func pythonSpace(r rune) bool { return unicode.IsSpace(r) || 0x1C <= r && r <= 0x1F }

// pythonLower returns what str.lower does: the simple mappings, and the two special ones that depend on no language.
func pythonLower(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return strings.ToLower(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		switch r {
		case 'İ':
			b.WriteString("i\u0307")
		case 'Σ':
			if pythonFinal(s[:i], s[i+len("Σ"):]) {
				b.WriteRune('ς')
			} else {
				b.WriteRune('σ')
			}
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// pythonFinal reports whether a sigma between before and after is a final one (Unicode §3.13, Final_Sigma). Both scans
// end at the next sigma at the latest, so all of them together pass every octet at most twice.
func pythonFinal(before, after string) bool {
	before = strings.TrimRightFunc(before, caseIgnorable)
	last, _ := utf8.DecodeLastRuneInString(before)
	if !cased(last) {
		return false
	}
	after = strings.TrimLeftFunc(after, caseIgnorable)
	first, _ := utf8.DecodeRuneInString(after)
	return !cased(first)
}

// cased is Unicode's property Cased; false for utf8.RuneError, so for an end of the text.
func cased(r rune) bool {
	return unicode.In(r, unicode.Ll, unicode.Lu, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// caseIgnorable is Unicode's property Case_Ignorable: some categories, and the word breaks MidLetter, MidNumLet and
// Single_Quote.
func caseIgnorable(r rune) bool {
	switch r {
	case '\'', '.', ':', 0xB7, 0x387, 0x55F, 0x5F4, 0x2018, 0x2019, 0x2024, 0x2027, 0xFE13, 0xFE52, 0xFE55,
		0xFF07, 0xFF0E, 0xFF1A:
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
