package robotstxt

import (
	"iter"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// DefaultLimit is how many octets of a fetched robots.txt Waymark reads: 500 KiB, the least that RFC 9309 §2.5
// lets a crawler choose. See [Limit].
const DefaultLimit = 500 << 10

// maxText bounds the octets whose lines a File can point at; what lies beyond is kept, but not read.
const maxText = 1<<31 - 1

// Options changes how a robots.txt is read. The zero value, like nil, is RFC 9309.
type Options struct {
	// Dialect says by whose reading the text is understood.
	Dialect Dialect

	// Strict refuses what RFC 9309 §2.2.4 lets a crawler accept: misspelt keys and missing colons. Such lines are
	// then Unknown or Malformed. It has no effect in the Google dialect, and is implied by FirstMatch.
	Strict bool
}

// A File is a robots.txt with every line of it. It is immutable and safe for concurrent use.
type File struct {
	input   string // as given
	text    string // input, or what UTF-16 input decodes to
	lines   string // text, up to the last line end before maxText if it is longer
	dialect Dialect
	strict  bool
	decoded bool // from UTF-16

	records []record // one a line
	agents  []agent  // the User-agent lines
	groups  []uint32 // where each group begins: an index into records

	mu      sync.Mutex // guards what questions make
	sets    ruleSets
	lookups int
	taken   int // lines of the sets that were compiled
	index   []agentKey
	first   *firstMatchFile
}

// Parse reads the text of a robots.txt. It never fails: lines that it cannot understand are kept and marked.
//
// Text that begins with a byte order mark of UTF-16 is decoded (RFC 9309 §2.2.2 lets implementors bridge encoding
// mismatches). Parse takes linear time and leaves it to its caller to limit the size: see [Limit] for the customary
// cut. Of a text of 2 GiB or more the lines within the first 2 GiB are read.
func Parse[T ~string | ~[]byte](text T, opts *Options) *File {
	f := &File{input: string(text)}
	if opts != nil {
		f.dialect = opts.Dialect
		f.strict = opts.Strict || opts.Dialect == FirstMatch
	}
	if f.dialect > FirstMatch {
		f.dialect = RFC9309
	}
	f.text = f.input
	if decoded, ok := decodeUTF16(f.input); ok && f.dialect == RFC9309 {
		f.text, f.decoded = decoded, true
	}
	f.lines = cutText(f.text, maxText)
	f.readLines()
	return f
}

// Limit cuts a body to at most n octets, as a crawler does that reads no more (RFC 9309 §2.5). The line that the
// limit cuts is dropped, never shortened: half a pattern would match more than its author wrote. It reports whether
// anything was cut.
func Limit(body []byte, n int) (text []byte, cut bool) {
	if len(body) <= n {
		return body, false
	}
	n = max(n, 0)
	if units := (limitUnits{body}); units.utf16() {
		return body[:units.cut(n)], true
	}
	if n > 0 && (body[n-1] == '\n' || body[n-1] == '\r') {
		return body[:n], true
	}
	if body[n] == '\n' || body[n] == '\r' {
		return body[:n], true // the last line is whole, only its end is missing
	}
	for n > 0 && body[n-1] != '\n' && body[n-1] != '\r' { // at most n steps
		n--
	}
	return body[:n], true
}

// limitUnits is a body of UTF-16, whose line ends are units of two octets.
type limitUnits struct{ body []byte }

func (u limitUnits) utf16() bool {
	return len(u.body) >= 2 && (u.body[0] == 0xFE && u.body[1] == 0xFF || u.body[0] == 0xFF && u.body[1] == 0xFE)
}

// isEnd reports whether the unit at i, an even number, is a line end.
func (u limitUnits) isEnd(i int) bool {
	if i < 0 || i+1 >= len(u.body) {
		return false
	}
	high, low := u.body[i], u.body[i+1]
	if u.body[0] == 0xFF {
		high, low = low, high
	}
	return high == 0 && (low == '\n' || low == '\r')
}

// cut returns where the last line that ends within n octets ends.
func (u limitUnits) cut(n int) int {
	n &^= 1
	if u.isEnd(n) {
		return n // the last line is whole, only its end is missing
	}
	for n > 0 && !u.isEnd(n-2) { // at most n/2 steps
		n -= 2
	}
	return n
}

// cutText returns the lines of a text that end within n octets.
func cutText(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return text[:strings.LastIndexAny(text[:n], "\r\n")+1]
}

// Bytes returns the octets that Parse was given.
func (f *File) Bytes() []byte { return []byte(f.input) }

// Size returns the number of octets that Parse was given.
func (f *File) Size() int { return len(f.input) }

// Text returns the text that offsets refer to: the input, or what UTF-16 input decodes to.
func (f *File) Text() string { return f.text }

// Dialect returns the dialect that the file was read in.
func (f *File) Dialect() Dialect { return f.dialect }

// NumLines returns the number of lines. A line end at the end of the text begins no further line.
func (f *File) NumLines() int { return len(f.records) }

// Lines yields every line in order.
func (f *File) Lines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for n := range f.records {
			if !yield(f.Line(n + 1)) {
				return
			}
		}
	}
}

// A Span is a half-open range of offsets into [File.Text].
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Slice returns the octets of a span. It panics where the span lies outside the text.
func (f *File) Slice(s Span) string { return f.text[s.Start:s.End] }

// decodeUTF16 decodes text that begins with a byte order mark of UTF-16. Unpaired surrogates and an odd last octet
// become U+FFFD. The mark itself is dropped.
func decodeUTF16(input string) (string, bool) {
	if len(input) < 2 {
		return "", false
	}
	var hi, lo int
	switch input[:2] {
	case "\xFE\xFF":
		hi, lo = 0, 1
	case "\xFF\xFE":
		hi, lo = 1, 0
	default:
		return "", false
	}
	var b strings.Builder
	b.Grow(len(input) / 2)
	unit := func(i int) rune { return rune(input[i+hi])<<8 | rune(input[i+lo]) }
	i := 2
	for ; i+1 < len(input); i += 2 { // len(input)/2 steps
		r := unit(i)
		if utf16.IsSurrogate(r) {
			paired := rune(utf8.RuneError)
			if i+3 < len(input) {
				paired = utf16.DecodeRune(r, unit(i+2))
			}
			if paired != utf8.RuneError {
				i += 2
			}
			r = paired
		}
		b.WriteRune(r)
	}
	if i < len(input) {
		b.WriteRune(utf8.RuneError)
	}
	return b.String(), true
}
