package main

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A style colours text, or does not.
type style bool

func (s style) wrap(code, text string) string {
	if !s || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string   { return s.wrap("1", text) }
func (s style) dim(text string) string    { return s.wrap("2", text) }
func (s style) red(text string) string    { return s.wrap("1;31", text) }
func (s style) green(text string) string  { return s.wrap("1;32", text) }
func (s style) yellow(text string) string { return s.wrap("1;33", text) }
func (s style) cyan(text string) string   { return s.wrap("36", text) }

// visible returns a foreign text as it may go to a terminal: what is not printable, and octets that are not UTF-8, are
// escaped as in Go. What a robots.txt says must neither move the cursor nor turn the direction of text around.
func visible(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if n == 1 && r == utf8.RuneError || !unicode.IsPrint(r) {
			quoted := strconv.Quote(s[i : i+n])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// visibleLine is visible for a line of a file: tabs are a space.
func visibleLine(s string) string { return visible(strings.ReplaceAll(s, "\t", " ")) }

// columns returns how many columns of a terminal a text takes.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += runeColumns(r)
	}
	return n
}

// runeColumns returns the columns of a printable rune: 0 for marks that combine, 2 for the wide ones of East Asia and
// for pictures, else 1.
func runeColumns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case r < 0x1100:
		return 1
	case r <= 0x115F, // Hangul Jamo
		0x2E80 <= r && r <= 0xA4CF && r != 0x303F,              // CJK to Yi
		0xA960 <= r && r <= 0xA97F, 0xAC00 <= r && r <= 0xD7A3, // Hangul
		0xF900 <= r && r <= 0xFAFF, 0xFE30 <= r && r <= 0xFE6F, // CJK forms
		0xFF00 <= r && r <= 0xFF60, 0xFFE0 <= r && r <= 0xFFE6, // full width
		0x1F300 <= r && r <= 0x1F64F, 0x1F680 <= r && r <= 0x1F6FF, 0x1F900 <= r && r <= 0x1FAFF, // pictures
		0x20000 <= r && r <= 0x3FFFD: // CJK
		return 2
	}
	return 1
}

// clip shortens a text to at most most columns; it ends with "..." then.
func clip(s string, most int) string {
	if len(s) <= most || columns(s) <= most {
		return s
	}
	n := 0
	for i, r := range s {
		if n += runeColumns(r); n > most-3 {
			return s[:i] + "..."
		}
	}
	return s
}

// plural returns "1 rule", "2 rules".
func plural(n int, one string) string {
	s := grouped(int64(n)) + " " + one
	if n != 1 {
		s += "s"
	}
	return s
}
