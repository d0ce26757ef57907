package aipref

import "unicode/utf8"

// A scanner walks over a statement once, as RFC 9651 §4.2 lays down. Its methods consume what they name and return
// what was wanted instead, or "" for success; on failure the scanner stands at the octet that does not fit. All loops
// move forward and end with the text. Nothing but keys and Tokens is looked at a second time, so no tree is built.
//
// Octets outside ASCII, which fail a field as a whole (§4.2, step 1), fit nowhere and need no pass of their own.
type scanner struct {
	text string
	at   int
}

func (s *scanner) atEnd() bool { return s.at == len(s.text) }

// next reports whether the octet at the scanner's place is c.
func (s *scanner) next(c byte) bool { return s.at < len(s.text) && s.text[s.at] == c }

func (s *scanner) nextIn(class func(byte) bool) bool {
	return s.at < len(s.text) && class(s.text[s.at])
}

// skip consumes c if it is next, and reports whether it was.
func (s *scanner) skip(c byte) bool {
	if s.next(c) {
		s.at++
		return true
	}
	return false
}

func (s *scanner) skipSpaces() {
	for s.next(' ') {
		s.at++
	}
}

// skipOWS consumes optional white space (RFC 9110 §5.6.3), which is spaces and tabs.
func (s *scanner) skipOWS() {
	for s.next(' ') || s.next('\t') {
		s.at++
	}
}

// dictionary is RFC 9651 §4.2 with a field type of Dictionary, and §4.2.2. The value of each key that is a category
// of v goes to its place in values; a repeated key overwrites.
func (s *scanner) dictionary(v Vocabulary, values *[maxCategories]Preference) (want string) {
	s.skipSpaces()
	for !s.atEnd() {
		key, want := s.key()
		if want != "" {
			return want
		}
		value, want := s.member()
		if want != "" {
			return want
		}
		if i := v.index(key); i >= 0 {
			values[i] = value
		}
		s.skipOWS()
		if s.atEnd() {
			return ""
		}
		if !s.skip(',') {
			return "a comma between members"
		}
		s.skipOWS()
		if s.atEnd() {
			return "a member after the last comma"
		}
	}
	return ""
}

// member is what follows a key: "=" and an Item or Inner List (§4.2.1.1), or nothing, which is a Boolean true; then
// parameters.
func (s *scanner) member() (value Preference, want string) {
	if s.skip('=') {
		if s.next('(') {
			want = s.innerList()
		} else {
			value, want = s.bareItem()
		}
		if want != "" {
			return Unknown, want
		}
	}
	return value, s.parameters()
}

// innerList is §4.2.1.2 without the parameters at its end.
func (s *scanner) innerList() (want string) {
	s.at++ // the parenthesis that member saw
	for {
		s.skipSpaces()
		if s.skip(')') {
			return ""
		}
		if s.atEnd() {
			return "a closing parenthesis"
		}
		if _, want := s.bareItem(); want != "" {
			return want
		}
		if want := s.parameters(); want != "" {
			return want
		}
		if !s.next(' ') && !s.next(')') {
			return "a space or a closing parenthesis after an item"
		}
	}
}

// parameters is §4.2.3.2.
func (s *scanner) parameters() (want string) {
	for s.skip(';') {
		s.skipSpaces()
		if _, want := s.key(); want != "" {
			return want
		}
		if s.skip('=') {
			if _, want := s.bareItem(); want != "" {
				return want
			}
		}
	}
	return ""
}

// key is §4.2.3.3.
func (s *scanner) key() (key, want string) {
	if !s.nextIn(isLower) && !s.next('*') {
		return "", "a key, which begins with a lower-case letter or *"
	}
	start := s.at
	for s.nextIn(isKeyOctet) {
		s.at++
	}
	return s.text[start:s.at], ""
}

// bareItem is §4.2.3.1. The value is Allow for the Token y, Disallow for the Token n, and Unknown for all else.
func (s *scanner) bareItem() (value Preference, want string) {
	switch {
	case s.nextIn(isAlpha) || s.next('*'):
		return s.token(), ""
	case s.nextIn(isDigit) || s.next('-'):
		_, want = s.number()
	case s.skip('"'):
		want = s.stringRest()
	case s.skip(':'):
		want = s.byteSequenceRest()
	case s.skip('?'):
		if !s.skip('0') && !s.skip('1') { // §4.2.8
			want = "0 or 1 after ?"
		}
	case s.skip('@'):
		want = s.dateRest()
	case s.skip('%'):
		want = s.displayStringRest()
	default:
		want = "a value"
	}
	return Unknown, want
}

// token is §4.2.6, whose first octet bareItem saw.
func (s *scanner) token() Preference {
	start := s.at
	for s.nextIn(isTokenOctet) {
		s.at++
	}
	switch s.text[start:s.at] {
	case "y":
		return Allow
	case "n":
		return Disallow
	}
	return Unknown
}

// number is §4.2.4: an Integer of at most 15 digits, or a Decimal of at most 12 digits, a point and 1 to 3 digits.
func (s *scanner) number() (decimal bool, want string) {
	s.skip('-')
	if !s.nextIn(isDigit) {
		return false, "a digit"
	}
	start := s.at
	for s.nextIn(isDigit) {
		if s.at-start == 15 {
			return false, "at most 15 digits"
		}
		s.at++
	}
	if !s.next('.') {
		return false, ""
	}
	if s.at-start > 12 {
		return false, "at most 12 digits before the decimal point"
	}
	s.at++
	start = s.at
	for s.nextIn(isDigit) {
		if s.at-start == 3 {
			return true, "at most 3 digits after the decimal point"
		}
		s.at++
	}
	if s.at == start {
		return true, "a digit after the decimal point"
	}
	return true, ""
}

// dateRest is §4.2.9 behind its "@": an Integer.
func (s *scanner) dateRest() (want string) {
	start := s.at
	decimal, want := s.number()
	if want == "" && decimal {
		s.at = start
		return "whole seconds in a date"
	}
	return want
}

// stringRest is §4.2.5 behind its opening quote.
func (s *scanner) stringRest() (want string) {
	for s.nextIn(isPrintable) {
		switch {
		case s.skip('"'):
			return ""
		case s.skip('\\'):
			if !s.skip('"') && !s.skip('\\') {
				return `" or \ after \ in a string`
			}
		default:
			s.at++
		}
	}
	return "a printable ASCII character or the closing quote of a string"
}

// byteSequenceRest is §4.2.7 behind its opening colon. Padding may be missing, as a whole or in part, and pad bits
// need not be zero: the RFC's SHOULD NOT fail. Padding in excess fails, and so does a lone character at the end, which
// is less than an octet.
func (s *scanner) byteSequenceRest() (want string) {
	start := s.at
	for s.nextIn(isBase64) {
		s.at++
	}
	missing := [4]int{0, -1, 2, 1}[(s.at-start)%4]
	if missing < 0 {
		return "one more base64 character"
	}
	for missing > 0 && s.skip('=') {
		missing--
	}
	if !s.skip(':') {
		return "base64 and a closing colon"
	}
	return ""
}

// displayStringRest is §4.2.10 behind its "%".
func (s *scanner) displayStringRest() (want string) {
	if !s.skip('"') {
		return "a quote after %"
	}
	var pending [utf8.UTFMax]byte // the octets of a code point that is not whole yet
	n := 0
	for s.nextIn(isPrintable) {
		start := s.at
		if n == 0 && s.skip('"') {
			return ""
		}
		octet := s.text[s.at]
		s.at++
		if octet == '%' {
			if octet, want = s.hexOctet(); want != "" {
				return want
			}
		}
		pending[n] = octet // in range: four octets are always a full rune, right or wrong
		n++
		if utf8.FullRune(pending[:n]) {
			if r, size := utf8.DecodeRune(pending[:n]); r == utf8.RuneError && size == 1 {
				s.at = start
				return "UTF-8 in a display string"
			}
			n = 0
		}
	}
	return "a printable ASCII character or the closing quote of a display string"
}

// hexOctet is two hexadecimal digits, whose letters must be in lower case (§4.2.10, step 4).
func (s *scanner) hexOctet() (octet byte, want string) {
	for range 2 {
		switch {
		case s.nextIn(isDigit):
			octet = octet<<4 | (s.text[s.at] - '0')
		case s.nextIn(isLower) && s.text[s.at] <= 'f':
			octet = octet<<4 | (s.text[s.at] - 'a' + 10)
		default:
			return 0, "two hexadecimal digits in lower case after %"
		}
		s.at++
	}
	return octet, ""
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isAlpha(c byte) bool { return isLower(c | 0x20) }

// isPrintable covers VCHAR and SP.
func isPrintable(c byte) bool { return ' ' <= c && c <= '~' }

func isKeyOctet(c byte) bool {
	return isLower(c) || isDigit(c) || c == '_' || c == '-' || c == '.' || c == '*'
}

func isBase64(c byte) bool { return isAlpha(c) || isDigit(c) || c == '+' || c == '/' }

// isTokenOctet is tchar (RFC 9110 §5.6.2), ":" or "/".
func isTokenOctet(c byte) bool {
	switch c {
	case '!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~', ':', '/':
		return true
	}
	return isAlpha(c) || isDigit(c)
}
