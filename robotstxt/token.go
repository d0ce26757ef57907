package robotstxt

import (
	"fmt"
	"strings"
)

// IsProductToken reports whether token is one by RFC 9309 §2.2.1: letters, "-" and "_", at least one.
func IsProductToken(token string) bool {
	for i := range len(token) {
		if !isTokenOctet(token[i]) {
			return false
		}
	}
	return token != ""
}

// ValidateToken returns an error for a token that no question can be asked about: an empty one, or one with control
// octets, "#", "," or ":". Every other token may be asked about, though RFC 9309 knows only those that
// [IsProductToken] accepts; the token "*" asks for the group of everybody.
func ValidateToken(token string) error {
	if token == "" {
		return fmt.Errorf("robotstxt: the product token is empty: use %q for crawlers that no group names", "*")
	}
	for i := range len(token) {
		if c := token[i]; c < 0x20 || c == 0x7F || c == '#' || c == ',' || c == ':' {
			return fmt.Errorf("robotstxt: product token %q: octet %q cannot be part of a token", clip(token), c)
		}
	}
	return nil
}

// clip shortens a value for an error message.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return s[:most] + "..."
}

// names reports whether a User-agent value names the token, letter case aside: if it equals the token, or if its
// leading run of letters, "-" and "_" does and is followed by "/", SP or HTAB.
//
// Beyond RFC 9309 §2.2.1, which knows values that are tokens alone: versions and comments are common, and a value
// that goes on with another octet ("bot2", "Foo, Bar") is another name.
func names(value, token string) bool {
	if len(value) < len(token) || !equalFold(value[:len(token)], token) {
		return false
	}
	if len(value) == len(token) {
		return true
	}
	switch value[len(token)] {
	case '/':
		return IsProductToken(token)
	case ' ', '\t':
		return IsProductToken(token) || token == "*"
	}
	return false
}

// equalFold reports whether two strings are equal, the case of ASCII letters aside: unlike strings.EqualFold, which
// takes the Kelvin sign for a k.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if a[i] != b[i] && lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// leadingToken returns the token that a User-agent value names besides its whole self, or "".
func leadingToken(value string) string {
	i := 0
	if value != "" && value[0] == '*' {
		i = 1
	} else {
		for i < len(value) && isTokenOctet(value[i]) {
			i++
		}
	}
	if i == 0 || i == len(value) || !names(value, value[:i]) {
		return ""
	}
	return value[:i]
}

// ProductTokens returns what may be product tokens in the value of a User-Agent header, likeliest first: the names of
// its products and of its comments, without versions, and without the names that every browser sends. The result may
// be empty. It is a guess to help people ("Mozilla/5.0 (compatible; ExampleBot/0.1; +https://example.com/bot)" gives
// ExampleBot); a crawler knows its own token and passes that to [File.Rules].
func ProductTokens(userAgent string) []string {
	const most = 16
	var named, others []string
	for part := range strings.FieldsFuncSeq(userAgent, func(r rune) bool { return strings.ContainsRune("();, \t", r) }) {
		i := 0
		for i < len(part) && isTokenOctet(part[i]) {
			i++
		}
		token := part[:i]
		if i < 2 || i < len(part) && part[i] != '/' || browserWord(token) || contains(named, token) || contains(others, token) {
			continue
		}
		if len(named)+len(others) == most {
			break
		}
		lower := strings.ToLower(token)
		if strings.Contains(lower, "bot") || strings.Contains(lower, "crawl") || strings.Contains(lower, "spider") {
			named = append(named, token)
		} else {
			others = append(others, token)
		}
	}
	return append(named, others...)
}

func contains(tokens []string, token string) bool {
	for _, t := range tokens { // at most 16
		if equalFold(t, token) {
			return true
		}
	}
	return false
}

// browserWord reports whether a word of a User-Agent header says nothing about the crawler.
func browserWord(word string) bool {
	switch strings.ToLower(word) {
	case "mozilla", "applewebkit", "khtml", "gecko", "like", "chrome", "chromium", "safari", "mobile", "version",
		"compatible", "windows", "nt", "win", "linux", "macintosh", "intel", "mac", "os", "android",
		"iphone", "ipad", "cpu", "msie", "trident", "firefox", "edge", "edg", "opera", "presto", "build",
		"rv", "en", "us", "en-us", "http", "https", "nexus", "the", "for", "and", "by", "of", "bot", "crawler", "spider":
		return true
	}
	return false
}
