package robotstxt

import "fmt"

// A Dialect says by whose reading a robots.txt is understood. The zero value is RFC 9309.
type Dialect uint8

const (
	// RFC9309 is the standard, with Waymark's documented decisions where it is silent.
	RFC9309 Dialect = iota

	// Google is the reading of Google's open-source matcher (github.com/google/robotstxt), bit for bit for one
	// product token. Chains of tokens, which that matcher does not have, work as in RFC9309.
	Google

	// FirstMatch is the reading of Python's urllib.robotparser as of 3.11.7, which many crawlers run: the first
	// rule in the file that matches decides, names are substrings, and there are no wildcards.
	FirstMatch
)

var dialectNames = [...]string{RFC9309: "rfc9309", Google: "google", FirstMatch: "first-match"}

// String returns the dialect's name on the command line: "rfc9309", "google" or "first-match".
func (d Dialect) String() string {
	if int(d) < len(dialectNames) {
		return dialectNames[d]
	}
	return fmt.Sprintf("Dialect(%d)", uint8(d))
}

// MarshalText returns the dialect's name.
func (d Dialect) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText sets d from a name that [ParseDialect] knows.
func (d *Dialect) UnmarshalText(text []byte) error {
	parsed, err := ParseDialect(string(text))
	if err == nil {
		*d = parsed
	}
	return err
}

// ParseDialect returns the dialect of a name: "rfc9309", "google" or "first-match".
func ParseDialect(name string) (Dialect, error) {
	for d, n := range dialectNames {
		if n == name {
			return Dialect(d), nil
		}
	}
	return 0, fmt.Errorf("robotstxt: unknown dialect %q: want rfc9309, google or first-match", name)
}
