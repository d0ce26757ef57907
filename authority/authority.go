package authority

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// An Authority is the part of a URL that a robots.txt belongs to. It compares with == and may be a map key. Parse and
// Of make canonical ones; the zero value is no authority.
type Authority struct {
	// Scheme is "http", "https" or "ftp".
	Scheme string

	// Host is a name in ASCII and lower case without trailing dot, of at most 253 octets, or an IPv4 address, or an
	// IPv6 address in its canonical text form (RFC 5952 §4) without brackets. Both kinds of address are as
	// netip.Addr writes them, and only an IPv6 address has a colon.
	Host string

	// Port is the effective one, 1 to 65535: where the URL names none, the default of the scheme.
	Port uint16
}

// ErrScheme is wrapped by the errors of [Parse] and [Of] for a URL whose scheme is none of http, https and ftp. No
// robots.txt is fetched for such a URL.
var ErrScheme = errors.New("scheme is not http, https or ftp")

var schemes = [...]struct {
	name string
	port uint16 // RFC 9110 §4.2.1 and §4.2.2, RFC 1738 §3.2
}{{"http", 80}, {"https", 443}, {"ftp", 21}}

// String returns the canonical URL prefix, such as "https://example.com" or "http://[2001:db8::1]:8080": an IPv6
// address in brackets, the port only where it is not the default. The zero Authority gives "".
func (a Authority) String() string {
	if a == (Authority{}) {
		return ""
	}
	host := a.Host
	if strings.IndexByte(host, ':') >= 0 {
		host = "[" + host + "]"
	}
	if a.Port == defaultPort(a.Scheme) {
		return a.Scheme + "://" + host
	}
	return a.Scheme + "://" + host + ":" + strconv.Itoa(int(a.Port))
}

// RobotsURL returns where the authority's robots.txt is: at the top, in lower case (RFC 9309 §2.3).
func (a Authority) RobotsURL() string { return a.String() + "/robots.txt" }

// Parse returns the authority of an absolute URL.
//
// Only scheme and authority (RFC 3986 §3.1, §3.2) are read; what begins at the first "/", "?" or "#" after them may
// be anything. User name and password are dropped. The scheme is http, https or ftp in any letter case. An empty port
// is the default one, leading zeros count for nothing, and 0 and numbers over 65535 are errors.
//
// A host is one of these; everything else is an error:
//
//   - A name of ASCII letters, digits, "-", "_" and ".", its labels of 1 to 63 octets, of at most 253 in all (RFC
//     1035 §2.3.4). Underscores and hyphens at any place exist in practice and pass. One trailing dot is dropped. An
//     A-label ("xn--...") is taken as it is, without a check of what it encodes, for DNS does no more.
//   - A name with other characters in UTF-8: mapped and converted to A-labels as UTS #46 says, non-transitional, with
//     the Bidi and joiner rules but without those on hyphens and underscores; then as above.
//   - Either with percent-encoded octets (RFC 3986 §3.2.2), which are decoded once and first. A decoded delimiter is
//     an error, never a delimiter.
//   - An IPv4 address of four decimal numbers without leading zeros. Beyond RFC 3986: where the last label is a number,
//     decimal or hexadecimal, and the host is no such address (127.1, 0x7f.0.0.1, 2130706433, 010.0.0.1), it is an
//     error, because browsers read an address there and others a name.
//   - An IPv6 address in brackets. A zone ("%eth0") means nothing to others and is an error, as are IPvFuture
//     literals.
//
// Spaces, control characters and backslashes anywhere in the authority are errors. Browsers drop or convert some of
// them and so arrive at another host.
//
// An error begins with "authority: ", says what to do and quotes what is wrong, cut at 80 octets. One for another
// scheme wraps [ErrScheme].
func Parse(rawURL string) (Authority, error) {
	scheme, rest, found := strings.Cut(rawURL, ":")
	if !found || !isScheme(scheme) {
		return Authority{}, fmt.Errorf("authority: no scheme, write the URL in full, such as https://example.com/: %s",
			quote(withoutUser(rawURL)))
	}
	if defaultPort(scheme) == 0 {
		return Authority{}, schemeError(scheme)
	}
	rest, found = strings.CutPrefix(rest, "//")
	if !found {
		return Authority{}, fmt.Errorf("authority: no // after the scheme, write the URL in full, such as "+
			"https://example.com/: %q", scheme)
	}
	whole := component(rest)
	for i := range len(whole) {
		if c := whole[i]; c <= ' ' || c == 0x7F || c == '\\' {
			return Authority{}, fmt.Errorf("authority: %q before the end of the host, remove or correct it: %s",
				c, quote(withoutUser(whole)))
		}
	}
	return fromParts(scheme, withoutUser(whole), true)
}

// Of returns the authority of a URL that net/url has parsed, by the rules of [Parse]; the two agree on every URL that
// net/url accepts. A nil or relative URL is an error.
func Of(u *url.URL) (Authority, error) {
	if u == nil {
		return Authority{}, errors.New("authority: no URL")
	}
	if !isScheme(u.Scheme) {
		return Authority{}, fmt.Errorf("authority: no scheme, the URL must be absolute: %s", quote(u.Scheme))
	}
	if defaultPort(u.Scheme) == 0 {
		return Authority{}, schemeError(u.Scheme)
	}
	return fromParts(u.Scheme, u.Host, false) // net/url has decoded the host
}

// fromParts makes an Authority of a known scheme and a host with or without a port.
func fromParts(scheme, hostPort string, decode bool) (Authority, error) {
	rawHost, rawPort, err := splitPort(hostPort)
	if err != nil {
		return Authority{}, err
	}
	host, err := canonicalHost(rawHost, decode)
	if err != nil {
		return Authority{}, err
	}
	scheme = strings.ToLower(scheme)
	port, err := parsePort(rawPort, defaultPort(scheme))
	if err != nil {
		return Authority{}, err
	}
	return Authority{Scheme: scheme, Host: host, Port: port}, nil
}

// isScheme reports whether s has the form of RFC 3986 §3.1, which is ASCII.
func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !isLetter(c) && (i == 0 || !isDigit(c) && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}

// defaultPort returns the port of a scheme in any letter case, or 0 for one that is not supported. The scheme is
// ASCII: folding would take "httpſ" for "https".
func defaultPort(scheme string) uint16 {
	for _, s := range schemes {
		if strings.EqualFold(scheme, s.name) {
			return s.port
		}
	}
	return 0
}

func schemeError(scheme string) error {
	return fmt.Errorf("authority: %w: %s", ErrScheme, quote(scheme))
}

// component returns the authority component at the start of s: up to the first "/", "?" or "#" (RFC 3986 §3.2).
func component(s string) string {
	if end := strings.IndexAny(s, "/?#"); end >= 0 {
		return s[:end]
	}
	return s
}

// withoutUser returns what of an authority component, or of a text that may hold one, is behind its last "@". RFC 3986
// allows one; those who accept more take the last.
func withoutUser(s string) string { return s[strings.LastIndexByte(s, '@')+1:] }

// splitPort separates a host, in brackets if it is an IP literal, from the digits after its colon. Both may be empty.
func splitPort(s string) (host, port string, err error) {
	colon := strings.IndexByte(s, ':')
	if strings.HasPrefix(s, "[") {
		end := strings.IndexByte(s, ']')
		if end < 0 {
			return "", "", fmt.Errorf("authority: no ] after the IPv6 address: %s", quote(s))
		}
		if colon = end + 1; colon == len(s) {
			return s, "", nil
		}
		if s[colon] != ':' {
			return "", "", fmt.Errorf("authority: only a port can follow the ] of an IPv6 address: %s", quote(s))
		}
	}
	if colon < 0 {
		return s, "", nil
	}
	host, port = s[:colon], s[colon+1:]
	if strings.IndexByte(port, ':') >= 0 {
		return "", "", fmt.Errorf("authority: more than one colon, write an IPv6 address in brackets and one port: %s",
			quote(s))
	}
	return host, port, nil
}

// parsePort reads a port of RFC 3986 §3.2.3, which may be empty and have leading zeros.
func parsePort(s string, missing uint16) (uint16, error) {
	if s == "" {
		return missing, nil
	}
	port := 0
	for i := range len(s) {
		if !isDigit(s[i]) {
			return 0, fmt.Errorf("authority: port is not a number: %s", quote(s))
		}
		if port = port*10 + int(s[i]-'0'); port > 65535 {
			return 0, fmt.Errorf("authority: port is not within 1 to 65535: %s", quote(s))
		}
	}
	if port == 0 {
		return 0, fmt.Errorf("authority: port is not within 1 to 65535: %s", quote(s))
	}
	return uint16(port), nil
}

// maxQuoted is how many octets of a foreign value an error shows.
const maxQuoted = 80

func quote(s string) string {
	if len(s) > maxQuoted {
		return fmt.Sprintf("%q and %d octets more", s[:maxQuoted], len(s)-maxQuoted)
	}
	return fmt.Sprintf("%q", s)
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
