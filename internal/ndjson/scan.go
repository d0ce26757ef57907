package ndjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// This file reads JSON (RFC 8259). Unlike encoding/json it finds keys given twice and strings that are not UTF-8, keys
// count as they are spelled, and it decodes nothing that nobody asks for.

var (
	errNotUTF8 = errors.New("is not UTF-8")
	errControl = errors.New("is not valid JSON: it holds an unescaped control octet")
	errEscape  = errors.New(`is not valid JSON: it holds a "\" that begins no escape`)
)

// A scanner walks through a JSON text once.
type scanner struct {
	text []byte
	i    int
}

// eachMember calls f with the keys and values of the object that is the whole of text, as they are written, in order.
// What is inside the quotes of keys and strings is not checked yet; all other values are valid. An error is about
// syntax, and comes after the members before it.
func eachMember(text []byte, f func(key, value []byte)) error {
	s := &scanner{text: text}
	if s.peek() != '{' {
		return errors.New("a question is a JSON object")
	}
	s.i++
	if s.peek() == '}' {
		s.i++
		return s.atEnd()
	}
	for { // once for each member
		if s.peek() != '"' {
			return s.wanted(`a key in quotes`)
		}
		key, err := s.str()
		if err != nil {
			return err
		}
		if s.peek() != ':' {
			return s.wanted(`":"`)
		}
		s.i++
		value, err := s.value()
		if err != nil {
			return err
		}
		f(key[1:len(key)-1], value)
		switch s.peek() {
		case ',':
			s.i++
		case '}':
			s.i++
			return s.atEnd()
		default:
			return s.wanted(`"," or "}"`)
		}
	}
}

// peek skips white space and returns the octet that follows, or 0 at the end.
func (s *scanner) peek() byte {
	for ; s.i < len(s.text); s.i++ {
		switch c := s.text[s.i]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

func (s *scanner) wanted(what string) error {
	if s.i >= len(s.text) {
		return fmt.Errorf("not valid JSON: the line ends where %s should follow", what)
	}
	return fmt.Errorf("not valid JSON: want %s at octet %d", what, s.i+1)
}

func (s *scanner) atEnd() error {
	if s.peek(); s.i < len(s.text) {
		return fmt.Errorf("not valid JSON: more follows the object, at octet %d", s.i+1)
	}
	return nil
}

// str returns the string that begins here, quotes included.
func (s *scanner) str() ([]byte, error) {
	begin := s.i
	for i := begin + 1; i < len(s.text); { // once for each escape
		quote := bytes.IndexByte(s.text[i:], '"')
		if quote < 0 {
			break
		}
		quote += i
		// Quotes are rare and escapes are not, so all escapes before the quote are passed before it is looked for again.
		for i <= quote {
			escape := bytes.IndexByte(s.text[i:quote], '\\')
			if escape < 0 {
				s.i = quote + 1
				return s.text[begin:s.i], nil
			}
			i += escape + 2
		}
	}
	s.i = len(s.text)
	return nil, s.wanted("the end of a string")
}

// value returns the value that begins here.
func (s *scanner) value() ([]byte, error) {
	c := s.peek()
	begin := s.i
	switch c {
	case '"':
		return s.str()
	case '{', '[':
		if err := s.nested(); err != nil {
			return nil, err
		}
	default:
		for s.i < len(s.text) && strings.IndexByte(",:]}\"{[ \t\r\n", s.text[s.i]) < 0 {
			s.i++
		}
	}
	value := s.text[begin:s.i]
	if !json.Valid(value) {
		s.i = begin
		return nil, s.wanted("a value")
	}
	return value, nil
}

// nested skips an object or array, which it does not check.
func (s *scanner) nested() error {
	for depth := 0; s.i < len(s.text); {
		switch s.text[s.i] {
		case '"':
			if _, err := s.str(); err != nil {
				return err
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.i++
		if depth == 0 {
			return nil
		}
	}
	return s.wanted(`"]" or "}"`)
}

// unquote returns the text of a string, given without its quotes: raw itself if that holds no escapes.
func unquote(raw []byte) ([]byte, error) {
	if plainPrefix(raw) == len(raw) && utf8.Valid(raw) {
		return raw, nil
	}
	return appendText(nil, raw)
}

// appendText appends the text of a string, given without its quotes. A surrogate without its other half is errNotUTF8:
// no UTF-8 text holds one.
func appendText(dst, raw []byte) ([]byte, error) {
	if !utf8.Valid(raw) {
		return dst, errNotUTF8
	}
	for { // once for each escape
		plain := plainPrefix(raw)
		dst = append(dst, raw[:plain]...)
		raw = raw[plain:]
		if len(raw) == 0 {
			return dst, nil
		}
		if raw[0] != '\\' {
			return dst, errControl
		}
		r, n, err := escape(raw)
		if err != nil {
			return dst, err
		}
		dst = utf8.AppendRune(dst, r)
		raw = raw[n:]
	}
}

// plainPrefix returns how many octets come before the first escape or control octet.
func plainPrefix(raw []byte) int {
	for i, c := range raw {
		if c == '\\' || c < 0x20 {
			return i
		}
	}
	return len(raw)
}

// escape decodes the escape that raw begins with, of n octets (RFC 8259 §7).
func escape(raw []byte) (r rune, n int, err error) {
	if len(raw) < 2 {
		return 0, 0, errEscape
	}
	switch c := raw[1]; c {
	case '"', '\\', '/':
		return rune(c), 2, nil
	case 'b':
		return '\b', 2, nil
	case 'f':
		return '\f', 2, nil
	case 'n':
		return '\n', 2, nil
	case 'r':
		return '\r', 2, nil
	case 't':
		return '\t', 2, nil
	case 'u':
	default:
		return 0, 0, errEscape
	}
	r = codeUnit(raw)
	if r < 0 {
		return 0, 0, errEscape
	}
	if !utf16.IsSurrogate(r) {
		return r, 6, nil
	}
	if r = utf16.DecodeRune(r, codeUnit(raw[6:])); r == utf8.RuneError {
		return 0, 0, errNotUTF8
	}
	return r, 12, nil
}

// codeUnit returns the number of the escape \uXXXX that raw begins with, or -1.
func codeUnit(raw []byte) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return -1
	}
	r := rune(0)
	for _, c := range raw[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}
