package authority

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

const (
	maxHost  = 253 // octets of a name without its trailing dot: RFC 1035 §2.3.4, less the length and root octets
	maxLabel = 63  // octets of a label: RFC 1035 §2.3.4

	// maxRawHost bounds what is decoded and mapped: 253 characters of four octets, each percent-encoded.
	maxRawHost = maxHost * utf8.UTFMax * len("%00")
)

// profile is idna.Lookup without its rules on the ASCII characters of a name, which canonicalName has, and on
// hyphens: names with an underscore, with hyphens at both ends or in third and fourth place are in use.
var profile = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.BidiRule(),
	idna.StrictDomainName(false),
	idna.CheckHyphens(false),
)

// canonicalHost returns the form of a host that Authority.Host documents. It decodes percent-encoded octets where
// asked to.
func canonicalHost(raw string, decode bool) (string, error) {
	if raw == "" {
		return "", errors.New("authority: no host, write one between // and the path, such as https://example.com/")
	}
	if len(raw) > maxRawHost {
		return "", errTooLong(raw)
	}
	if raw[0] == '[' {
		return canonicalIPv6(raw[1 : len(raw)-1]) // splitPort saw the closing bracket
	}
	host := raw
	if decode {
		var err error
		if host, err = unescape(raw); err != nil {
			return "", err
		}
	}
	if !isASCII(host) {
		if !utf8.ValidString(host) {
			return "", fmt.Errorf("authority: host is not UTF-8: %s", quote(host))
		}
		ascii, err := profile.ToASCII(host)
		if err != nil {
			// The library's error may quote a label of any length, so only the host is shown.
			return "", fmt.Errorf("authority: host is no valid international domain name: %s", quote(host))
		}
		host = ascii
	}
	name, err := canonicalName(host)
	if err != nil {
		return "", err
	}
	if !endsInNumber(name) {
		return name, nil
	}
	if addr, err := netip.ParseAddr(name); err != nil || !addr.Is4() {
		return "", fmt.Errorf("authority: host ends in a number but is no IPv4 address, write four decimal numbers "+
			"without leading zeros: %s", quote(name))
	}
	return name, nil
}

// canonicalIPv6 takes what stood between the brackets of an IP literal (RFC 3986 §3.2.2) and returns the text form of
// RFC 5952. The host of an IPv4-mapped address is not that of the IPv4 address.
func canonicalIPv6(s string) (string, error) {
	if strings.IndexByte(s, '%') >= 0 {
		return "", fmt.Errorf("authority: IPv6 address has a zone, remove it: %s", quote(s))
	}
	addr, err := netip.ParseAddr(s)
	if err != nil || !addr.Is6() {
		return "", fmt.Errorf("authority: no IPv6 address between brackets: %s", quote(s))
	}
	return addr.String(), nil
}

// unescape decodes percent-encoded octets (RFC 3986 §2.1), once.
func unescape(s string) (string, error) {
	if strings.IndexByte(s, '%') < 0 {
		return s, nil
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' {
			if i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
				return "", fmt.Errorf("authority: host has a %% without two hexadecimal digits: %s", quote(s))
			}
			c = unhex(s[i+1])<<4 | unhex(s[i+2])
			i += 2
		}
		out = append(out, c)
	}
	return string(out), nil
}

// canonicalName checks the ASCII form of a name and returns it in lower case without a trailing dot. The string is a
// new one, so that a short host never keeps a long URL in memory.
func canonicalName(s string) (string, error) {
	trimmed := strings.TrimSuffix(s, ".")
	if len(trimmed) > maxHost {
		return "", errTooLong(s)
	}
	out := make([]byte, 0, maxHost)
	label := 0 // octets of the label so far
	for i := range len(trimmed) {
		c := trimmed[i]
		switch {
		case c == '.' && label > 0:
			label = -1
		case c == '.':
			return "", errEmptyLabel(s)
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case !isLetter(c) && !isDigit(c) && c != '-' && c != '_':
			return "", fmt.Errorf("authority: host has %q, which no host name has, remove or correct it: %s",
				c, quote(s))
		}
		if label++; label > maxLabel {
			return "", fmt.Errorf("authority: host has a label of over %d octets: %s", maxLabel, quote(s))
		}
		out = append(out, c)
	}
	if label == 0 {
		return "", errEmptyLabel(s)
	}
	return string(out), nil
}

func errTooLong(host string) error {
	return fmt.Errorf("authority: host is over %d octets: %s", maxHost, quote(host))
}

func errEmptyLabel(host string) error {
	return fmt.Errorf("authority: host has an empty label, remove the dot too many: %s", quote(host))
}

// endsInNumber reports whether the last label is decimal, or hexadecimal behind 0x. Such a host is an IPv4 address to
// WHATWG's URL Standard and to inet_aton, which read the rest in many ways.
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	class := isDigit
	if digits, ok := strings.CutPrefix(last, "0x"); ok {
		last, class = digits, isHex
	}
	for i := range len(last) {
		if !class(last[i]) {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// unhex returns the value of a hexadecimal digit.
func unhex(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
