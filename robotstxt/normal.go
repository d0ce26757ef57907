package robotstxt

// This file makes the one form in which RFC 9309 compares paths (§2.2.2):
//
//   - unreserved octets that are percent-encoded are decoded;
//   - octets outside the URI grammar of RFC 3986 (SP, controls, `"<>\^` + "`" + `{|}`, all beyond ASCII) are encoded;
//   - escapes are written in upper case;
//   - reserved octets and their escapes stay as written, so that %2F is not "/";
//   - a "*" or "$" that stands for itself is %2A or %24: every one of a URL, and of a pattern a "$" before its end;
//   - a "%" that begins no escape stays.

const upperHex = "0123456789ABCDEF"

// The classes of octets.
const (
	plain      = iota // stays
	outside           // outside the grammar: is encoded
	percent           // may begin an escape
	special           // "*" and "$"
	unreserved        // stays, and its escape is decoded
)

var classes = makeClasses()

func makeClasses() (t [256]byte) {
	for i := range t {
		c := byte(i)
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '.', c == '_', c == '~':
			t[i] = unreserved
		case c <= ' ', c >= 0x7F, c == '"', c == '<', c == '>', c == '\\', c == '^', c == '`', c == '{', c == '|', c == '}':
			t[i] = outside
		case c == '%':
			t[i] = percent
		case c == '*', c == '$':
			t[i] = special
		}
	}
	return t
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - 0x20
	}
	return c
}

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&^0x20 - 'A' + 10
}

// escapeAt returns the octet that the escape at s[i] stands for.
func escapeAt(s string, i int) (byte, bool) {
	if i+2 < len(s) && s[i] == '%' && isHex(s[i+1]) && isHex(s[i+2]) {
		return unhex(s[i+1])<<4 | unhex(s[i+2]), true
	}
	return 0, false
}

// isNormal reports whether s is in normal form already, whether or not it is a pattern: it holds nothing but octets
// that stay.
func isNormal(s string) bool {
	for i := range len(s) { // once over s
		if c := classes[s[i]]; c != plain && c != unreserved {
			return false
		}
	}
	return true
}

// appendOctet appends the normal form of what begins at s[i], and returns where the next octet or escape begins.
func appendOctet(dst []byte, s string, i int) ([]byte, int) {
	c := s[i]
	switch classes[c] {
	case percent:
		v, ok := escapeAt(s, i)
		switch {
		case !ok:
			return append(dst, c), i + 1
		case classes[v] == unreserved:
			return append(dst, v), i + 3
		}
		return append(dst, '%', upper(s[i+1]), upper(s[i+2])), i + 3
	case outside, special:
		return append(dst, '%', upperHex[c>>4], upperHex[c&15]), i + 1
	}
	return append(dst, c), i + 1
}

// normalPath appends the normal form of a path with its query.
func normalPath(dst []byte, path string) []byte {
	for i := 0; i < len(path); { // at most len(path) steps
		dst, i = appendOctet(dst, path, i)
	}
	return dst
}

// normalPattern appends the normal form of a path pattern: "*" and a "$" at the end stay, with their meaning. Its
// octets are those of the normal form, except that a "$" inside, which becomes %24, counts one as every raw "$".
func normalPattern(dst []byte, pattern string) (normal []byte, octets int) {
	begin, inside := len(dst), 0
	for i := 0; i < len(pattern); { // at most len(pattern) steps
		switch c := pattern[i]; {
		case c == '*', c == '$' && i == len(pattern)-1:
			dst = append(dst, c)
			i++
		default:
			if c == '$' {
				inside++
			}
			dst, i = appendOctet(dst, pattern, i)
		}
	}
	return dst, len(dst) - begin - 2*inside
}

// The second form, for RFC 9309 figure 4: the reserved octets that delimit parts of a URI are encoded in the query.

// isGenDelim reports whether c is one of the gen-delims of RFC 3986 §2.2.
func isGenDelim(c byte) bool {
	switch c {
	case ':', '/', '?', '#', '[', ']', '@':
		return true
	}
	return false
}

// hasSecondForm reports whether figure 4 applies to a pattern in normal form: a literal "?" is followed, before any
// wildcard, by a gen-delim or the escape of one.
func hasSecondForm(normal string) bool {
	query := false
	for i := 0; i < len(normal); i++ {
		switch c := normal[i]; {
		case c == '*':
			query = false
		case query && isGenDelim(c):
			return true
		case c == '?':
			query = true
		case c == '%' && query:
			if v, ok := escapeAt(normal, i); ok && isGenDelim(v) {
				return true
			}
		}
	}
	return false
}

// secondForm returns normal with the gen-delims after its first "?" encoded. In made, of the same length, the octets
// inside an escape made so are marked; both are empty where nothing changed.
func secondForm(normal string) (second string, made []bool) {
	query, changed := false, false
	var buf []byte
	for i := range len(normal) { // once over normal
		c := normal[i]
		if query && isGenDelim(c) {
			if !changed {
				changed = true
				buf = append(make([]byte, 0, len(normal)+16), normal[:i]...)
				made = append(make([]bool, 0, len(normal)+16), make([]bool, i)...)
			}
			buf = append(buf, '%', upperHex[c>>4], upperHex[c&15])
			made = append(made, false, true, true)
			continue
		}
		if c == '?' {
			query = true
		}
		if changed {
			buf = append(buf, c)
			made = append(made, false)
		}
	}
	if !changed {
		return "", nil
	}
	return string(buf), made
}
