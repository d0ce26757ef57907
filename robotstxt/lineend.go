package robotstxt

import (
	"math/bits"
	"strings"
)

// load returns the eight octets of s from i on, the first one lowest.
func load(s string, i int) uint64 {
	t := s[i : i+8]
	return uint64(t[0]) | uint64(t[1])<<8 | uint64(t[2])<<16 | uint64(t[3])<<24 |
		uint64(t[4])<<32 | uint64(t[5])<<40 | uint64(t[6])<<48 | uint64(t[7])<<56
}

// A lineScanner finds line ends: LF, CR and CR LF (RFC 9309 §2.2). It looks at 64 octets at once for those below 0x0E,
// of which texts hold hardly any but line ends and HTAB, and keeps a bit for each.
type lineScanner struct {
	text string
	base int    // where the block begins that mask is about
	mask uint64 // its octets below 0x0E that are not passed yet
}

const block = 64

func newLineScanner(text string) lineScanner { return lineScanner{text: text, base: -block} }

// line returns where the line that begins at pos ends, and where the next one begins. Each block is looked at once,
// each octet below 0x0E at most twice.
func (s *lineScanner) line(pos int) (end, next int) {
	for {
		for s.mask == 0 {
			s.base += block
			if s.base >= len(s.text) {
				return len(s.text), len(s.text)
			}
			s.mask = controls(s.text, s.base)
		}
		i := s.base + bits.TrailingZeros64(s.mask)
		s.mask &= s.mask - 1
		if c := s.text[i]; i < pos || c != '\n' && c != '\r' {
			continue // the LF of CR LF, or another control octet
		} else if c == '\r' && i+1 < len(s.text) && s.text[i+1] == '\n' {
			return i, i + 2
		}
		return i, i + 1
	}
}

// controls returns a bit for each octet below 0x0E of the block that begins at i, and perhaps for some that are 0x0E.
func controls(text string, i int) uint64 {
	addSteps(block)
	if i+block > len(text) {
		var mask uint64
		for k := range len(text) - i {
			if text[i+k] < 0x0E {
				mask |= 1 << k
			}
		}
		return mask
	}
	t := text[i : i+block]
	return below(load(t, 0)) | below(load(t, 8))<<8 | below(load(t, 16))<<16 | below(load(t, 24))<<24 |
		below(load(t, 32))<<32 | below(load(t, 40))<<40 | below(load(t, 48))<<48 | below(load(t, 56))<<56
}

// below returns a bit for each of eight octets that is below 0x0E. A borrow may add an octet that is 0x0E.
func below(w uint64) uint64 {
	const each = 0x0101010101010101
	low := (w - 0x0E*each) &^ w & (0x80 * each)
	return low >> 7 * 0x0102040810204080 >> 56 // gathers the bits: octet k has bit 8k, and is moved to 56+k
}

func indexFrom(text string, pos int, c byte) int {
	i := strings.IndexByte(text[pos:], c)
	if i < 0 {
		i = len(text) - pos
	}
	addSteps(i)
	return pos + i
}
