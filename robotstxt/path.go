package robotstxt

import (
	"fmt"
	"strings"
	"sync/atomic"
)

// A Path is what robots.txt rules are compared with: the path and query of a URL, checked and normalised once
// and then good for any crawler and dialect. It is immutable and safe for concurrent use. The zero Path is refused by
// every Rules.
type Path struct {
	forms *forms
}

// forms holds a form of the path for each reading. It is one line of a processor's cache long: a check that has to wait
// for memory waits for it.
type forms struct {
	normal form
	url    string
	more   *moreForms             // what few paths need, or nil
	first  atomic.Pointer[string] // the form of FirstMatch, made when it is asked for
}

// moreForms is for paths with a query, and for those that Google reads otherwise.
type moreForms struct {
	google   form   // empty text where it equals normal
	second   form   // RFC 9309 figure 4; empty text where it equals normal
	made     []bool // see secondForm
	hasQuery bool
}

// A form is a path with what a quick comparison needs.
type form struct {
	text  string
	head  uint64 // its first eight octets, the first one lowest
	bloom uint64 // a bit for each pair of adjacent octets
}

// PathOf checks a URL and returns its path in the forms that the dialects compare. The URL is absolute, or only its
// path from the first "/" on; its fragment is dropped, and an empty path is "/". Dot segments are not resolved: the
// crawler is to pass what it requests. Control octets, and a URL that is neither absolute nor a path, are errors.
//
// The normal form (RFC 9309 §2.2.2) has unreserved octets decoded, octets outside the URI grammar encoded, the
// hexadecimal digits of escapes in upper case, and %2A and %24 for "*" and "$". Whether another reserved octet is
// escaped or not stays as it was.
func PathOf(url string) (Path, error) {
	if i := indexControl(url); i < len(url) {
		return Path{}, fmt.Errorf("robotstxt: URL %q: control octet 0x%02X at offset %d: percent-encode it", clip(url), url[i], i)
	}
	path := url
	if !strings.HasPrefix(url, "/") {
		authority, rest, ok := splitURL(url)
		if !ok {
			return Path{}, fmt.Errorf("robotstxt: URL %q is neither absolute nor a path: begin it with a scheme and a host, or with %q", clip(url), "/")
		}
		if authority == "" {
			return Path{}, fmt.Errorf("robotstxt: URL %q has no host", clip(url))
		}
		path = rest
	}
	return newPath(url, path), nil
}

// indexControl returns the place of the first control octet of s; len(s) for none.
func indexControl(s string) int {
	const (
		each = 0x0101010101010101
		high = 0x80 * each
	)
	i := 0
	for ; i+8 <= len(s); i += 8 {
		w := load(s, i)
		del := w ^ 0x7F*each
		if ((w-0x20*each)&^w|(del-each)&^del)&high != 0 {
			break // perhaps: a borrow may be mistaken for one
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == 0x7F {
			break
		}
	}
	return i
}

// newPath makes the forms of a path; url is what the Google and FirstMatch dialects take theirs from.
func newPath(url, path string) Path {
	if i := strings.IndexByte(path, '#'); i >= 0 {
		path = path[:i]
	}
	if path == "" || path[0] != '/' {
		path = "/" + path
	}
	normal := path
	if !isNormal(path) {
		normal = string(normalPath(make([]byte, 0, len(path)+16), path))
	}
	f := &forms{url: url, normal: makeForm(normal)}
	if g := googlePath(url); g != normal {
		f.more = &moreForms{google: makeForm(g)}
	}
	if strings.IndexByte(normal, '?') >= 0 {
		if f.more == nil {
			f.more = new(moreForms)
		}
		f.more.hasQuery = true
		var second string
		if second, f.more.made = secondForm(normal); second != "" {
			f.more.second = makeForm(second)
		}
	}
	return Path{f}
}

// robotsTxt reports whether the path is /robots.txt itself.
func (f *forms) robotsTxt() bool { return f.normal.text == "/robots.txt" }

func (f *forms) hasQuery() bool { return f.more != nil && f.more.hasQuery }

// googleForm returns the path as Google compares it.
func (f *forms) googleForm() *form {
	if f.more == nil || f.more.google.text == "" {
		return &f.normal
	}
	return &f.more.google
}

// secondForm returns the path in the form of RFC 9309 figure 4.
func (f *forms) secondForm() (*form, []bool) {
	if f.more == nil || f.more.second.text == "" {
		return &f.normal, nil
	}
	return &f.more.second, f.more.made
}

// makeForm prepares a text for comparison, in time linear in it.
func makeForm(text string) form {
	return form{text: text, head: headOf(text), bloom: bloomOf(text)}
}

// headOf returns the first eight octets of s, padded with zeros.
func headOf(s string) uint64 {
	if len(s) >= 8 {
		return load(s, 0)
	}
	var h uint64
	for i := range len(s) {
		h |= uint64(s[i]) << (8 * i)
	}
	return h
}

// bloomOf returns a word with a bit set for each pair of adjacent octets of s. If a piece of a pattern occurs in a
// path, its bits are a subset of the path's.
func bloomOf(s string) uint64 {
	var b uint64
	for i := 1; i < len(s); i++ {
		b |= 1 << ((uint32(s[i-1])*31 ^ uint32(s[i])*7) & 63)
	}
	return b
}

// String returns the path in the normal form of RFC 9309, or "" for the zero Path.
func (p Path) String() string {
	if p.forms == nil {
		return ""
	}
	return p.forms.normal.text
}

// In returns the path in the form that a dialect compares.
func (p Path) In(d Dialect) string {
	switch {
	case p.forms == nil:
		return ""
	case d == Google:
		return p.forms.googleForm().text
	case d == FirstMatch:
		return p.forms.firstMatch()
	}
	return p.forms.normal.text
}

// firstMatch returns the form of FirstMatch.
func (f *forms) firstMatch() string {
	if text := f.first.Load(); text != nil {
		return *text
	}
	text := firstMatchPath(f.url)
	f.first.Store(&text) // who came first does not matter: all of them are equal
	return text
}

// splitURL divides an absolute URL into authority and the rest (RFC 3986 §3). It reports false where there is no
// scheme or no "//".
func splitURL(url string) (authority, rest string, ok bool) {
	i := 0
	for i < len(url) && isSchemeOctet(url[i], i) {
		i++
	}
	if i == 0 || !strings.HasPrefix(url[i:], "://") {
		return "", "", false
	}
	rest = url[i+3:]
	end := indexOf(rest, 0, '/', '?', '#')
	return rest[:end], rest[end:], true
}

// indexOf returns the place of the first of three octets in s, from i on; len(s) for none.
func indexOf(s string, i int, a, b, c byte) int {
	for i < len(s) && s[i] != a && s[i] != b && s[i] != c {
		i++
	}
	return i
}

func isSchemeOctet(c byte, i int) bool {
	if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		return true
	}
	return i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.')
}
