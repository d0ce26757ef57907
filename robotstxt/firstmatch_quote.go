package robotstxt

import (
	"net/netip"
	"strings"
	"unicode/utf8"
)

// This file is what Python 3.11.7's urllib.parse does to the paths that urllib.robotparser compares. A Python text is
// a string of valid UTF-8 here. Every function is linear, and none makes a text more than nine times as long, plus
// three octets.

// firstMatchPath returns the form of a URL that can_fetch compares with the paths of rules: without percent-encoding,
// without scheme and authority, without an empty query or fragment, and percent-encoded again. It is never empty.
//
// Unlike RFC 9309 §2.2.2 an encoded "/" or "?" is one that is not, and the fragment stays.
func firstMatchPath(url string) string {
	url = pythonUnquote(pythonText(url))
	if u, ok := pythonURLParse(url); ok {
		u.scheme, u.netloc = "", ""
		url = u.String()
	}
	if url == "" {
		return "/"
	}
	return pythonQuote(url)
}

// firstMatchRulePath returns the form in which a rule keeps a path that was unquoted. Unlike firstMatchPath it keeps
// scheme and authority, so a rule that is a full URL matches no path.
func firstMatchRulePath(value string) string {
	if u, ok := pythonURLParse(value); ok {
		value = u.String()
	}
	return pythonQuote(value)
}

// A pythonURL is what urlparse returns. Absent and empty parts are the same.
type pythonURL struct{ scheme, netloc, path, params, query, fragment string }

// pythonURLParse returns what urlparse does, and whether it does: false stands for its ValueError.
func pythonURLParse(url string) (u pythonURL, ok bool) {
	url = strings.TrimLeftFunc(url, func(r rune) bool { return r <= ' ' })
	if strings.ContainsAny(url, "\t\r\n") {
		url = strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(url)
	}
	u.scheme, url = pythonScheme(url)
	if rest, found := strings.CutPrefix(url, "//"); found {
		end := strings.IndexAny(rest, "/?#")
		if end < 0 {
			end = len(rest)
		}
		u.netloc, url = rest[:end], rest[end:]
		if !pythonNetloc(u.netloc) {
			return pythonURL{}, false
		}
	}
	url, u.fragment, _ = strings.Cut(url, "#")
	url, u.query, _ = strings.Cut(url, "?")
	u.path = url
	if hasParams(u.scheme) {
		last := max(strings.LastIndexByte(url, '/'), 0)
		if i := strings.IndexByte(url[last:], ';'); i >= 0 {
			u.path, u.params = url[:last+i], url[last+i+1:]
		}
	}
	return u, true
}

// String returns what urlunparse does. It is not always the text that was parsed: an empty query, fragment or list
// of parameters loses its delimiter, and an empty authority comes and goes. (From 3.11.10 on Python writes "////a" for
// a path "//a" with no authority, github.com/python/cpython/pull/119025; this is the form before.)
func (u pythonURL) String() string {
	url := u.path
	if u.params != "" {
		url += ";" + u.params
	}
	if u.netloc != "" || u.scheme != "" && hasNetloc(u.scheme) && !strings.HasPrefix(url, "//") {
		if url != "" && url[0] != '/' {
			url = "/" + url
		}
		url = "//" + u.netloc + url
	}
	if u.scheme != "" {
		url = u.scheme + ":" + url
	}
	if u.query != "" {
		url += "?" + u.query
	}
	if u.fragment != "" {
		url += "#" + u.fragment
	}
	return url
}

// pythonScheme cuts the scheme off a URL, in lower case. Unlike RFC 3986 §3.1 nothing says that a path begins with
// "/", so "a:b" has a scheme.
func pythonScheme(url string) (scheme, rest string) {
	for i := range len(url) {
		switch c := url[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i == 0:
			return "", url
		case '0' <= c && c <= '9', c == '+', c == '-', c == '.':
		case c == ':':
			return strings.ToLower(url[:i]), url[i+1:]
		default:
			return "", url
		}
	}
	return "", url
}

// hasParams reports whether urlparse looks for ";" in URLs of a scheme ("" is none): its uses_params.
func hasParams(scheme string) bool {
	switch scheme {
	case "", "ftp", "hdl", "http", "https", "imap", "mms", "prospero", "rtsp", "rtsps", "rtspu", "sftp", "shttp", "sip",
		"sips", "tel":
		return true
	}
	return false
}

// hasNetloc reports whether urlunparse writes "//" after a scheme even without an authority: its uses_netloc.
func hasNetloc(scheme string) bool {
	switch scheme {
	case "file", "ftp", "git", "git+ssh", "gopher", "http", "https", "imap", "mms", "nfs", "nntp", "prospero", "rsync",
		"rtsp", "rtsps", "rtspu", "sftp", "shttp", "snews", "svn", "svn+ssh", "telnet", "wais", "ws", "wss":
		return true
	}
	return false
}

// pythonNetloc reports whether urlsplit accepts an authority. It refuses one bracket without the other, brackets
// around anything but an IPv6 address or "v1.x", and characters that NFKC makes one of "/?#@:".
func pythonNetloc(netloc string) bool {
	_, inside, opened := strings.Cut(netloc, "[")
	if opened != strings.Contains(netloc, "]") {
		return false
	}
	if opened {
		host, _, _ := strings.Cut(inside, "]")
		if !pythonBracketed(host) {
			return false
		}
	}
	return !strings.ContainsAny(netloc, nfkcDelimiters)
}

// nfkcDelimiters are the characters whose NFKC form has one of "/?#@:" (Unicode 14; none was added up to 17).
const nfkcDelimiters = "\u2047\u2048\u2049\u2100\u2101\u2105\u2106\u2A74" +
	"\uFE13\uFE16\uFE55\uFE56\uFE5F\uFE6B\uFF03\uFF0F\uFF1A\uFF1F\uFF20"

// pythonBracketed reports whether a host may stand in brackets: as ipaddress.ip_address reads an IPv6 address, with a
// zone that has no "%", or by the pattern v[a-fA-F0-9]+\..+ of RFC 3986 §3.2.2.
func pythonBracketed(host string) bool {
	if version, found := strings.CutPrefix(host, "v"); found {
		digits, address, dotted := strings.Cut(version, ".")
		return dotted && address != "" && digits != "" && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
	}
	address, zone, scoped := strings.Cut(host, "%")
	if scoped && (zone == "" || strings.Contains(zone, "%")) {
		return false
	}
	ip, err := netip.ParseAddr(address)
	return err == nil && ip.Is6()
}

// pythonText returns the text of octets as bytes.decode("utf-8", "replace") does: U+FFFD for every octet, or for the
// longest beginning of a character, that is not UTF-8.
func pythonText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); { // every round passes at least one octet
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			size = brokenLen(s[i:])
		}
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// brokenLen returns how many octets at the beginning of s, which are not UTF-8, one U+FFFD replaces (Unicode §3.9,
// Substitution of Maximal Subparts).
func brokenLen(s string) int {
	low, high := byte(0x80), byte(0xBF) // of the second octet (RFC 3629 §4)
	switch lead := s[0]; {
	case lead < 0xC2, lead > 0xF4:
		return 1
	case lead == 0xE0:
		low = 0xA0
	case lead == 0xED:
		high = 0x9F
	case lead == 0xF0:
		low = 0x90
	case lead == 0xF4:
		high = 0x8F
	}
	if len(s) < 2 || s[1] < low || s[1] > high {
		return 1
	}
	if len(s) < 3 || s[2] < 0x80 || s[2] > 0xBF {
		return 2
	}
	return 3
}

// pythonUnquote returns what unquote does to a text: "%" and two hexadecimal digits are an octet, once, and octets
// that are not UTF-8 then are U+FFFD.
//
// Python decodes runs of ASCII one by one, so that an octet never completes a character outside its run. Decoding the
// whole is the same: in valid UTF-8 no character needs a neighbour's octets.
func pythonUnquote(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	octets := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c, encoded := escapeAt(s, i)
		if encoded {
			i += 2
		} else {
			c = s[i]
		}
		octets = append(octets, c)
	}
	return pythonText(string(octets))
}

// pythonQuote returns what quote does with its defaults: all octets but RFC 3986's unreserved ones and "/" are
// percent-encoded, with capital digits.
func pythonQuote(s string) string {
	encode := 0
	for i := range len(s) {
		if !pythonSafe(s[i]) {
			encode++
		}
	}
	if encode == 0 {
		return s
	}
	const digits = "0123456789ABCDEF"
	quoted := make([]byte, 0, len(s)+2*encode)
	for i := range len(s) {
		if c := s[i]; pythonSafe(c) {
			quoted = append(quoted, c)
		} else {
			quoted = append(quoted, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(quoted)
}

func pythonSafe(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	switch c {
	case '_', '.', '-', '~', '/':
		return true
	}
	return false
}
