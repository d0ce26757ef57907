package aipref

import "fmt"

// A Preference is what a statement says of one category of use. The zero value is Unknown.
type Preference uint8

const (
	Unknown  Preference = iota // nothing was stated, or nothing that could be read
	Allow                      // the Token y
	Disallow                   // the Token n
)

var preferenceNames = [...]string{Unknown: "unknown", Allow: "allow", Disallow: "disallow"}

// String returns "unknown", "allow" or "disallow".
func (p Preference) String() string {
	if int(p) < len(preferenceNames) {
		return preferenceNames[p]
	}
	return fmt.Sprintf("Preference(%d)", uint8(p))
}

// MarshalText returns what [Preference.String] does. It fails for a value that is none of the three constants.
func (p Preference) MarshalText() ([]byte, error) {
	if int(p) >= len(preferenceNames) {
		return nil, fmt.Errorf("aipref: no such preference: %d", uint8(p))
	}
	return []byte(preferenceNames[p]), nil
}

// UnmarshalText sets p from "unknown", "allow" or "disallow", in lower case as written here. Any other text is an
// error and leaves p as it was.
func (p *Preference) UnmarshalText(text []byte) error {
	for i, name := range preferenceNames {
		if string(text) == name {
			*p = Preference(i)
			return nil
		}
	}
	return fmt.Errorf("aipref: preference is not unknown, allow or disallow: %s", quote(string(text)))
}

// token returns p as the value of a key in a statement. Any Token but y and n leaves a category unknown, so one that
// says so keeps the statement true.
func (p Preference) token() string {
	switch p {
	case Allow:
		return "y"
	case Disallow:
		return "n"
	}
	return "unknown"
}

// stricter returns the more restrictive of two preferences: Disallow before Allow before Unknown.
func stricter(a, b Preference) Preference { return max(a, b) }

// maxQuoted is how many octets of a foreign value an error shows.
const maxQuoted = 64

func quote(value string) string {
	if len(value) > maxQuoted {
		return fmt.Sprintf("%q and %d octets more", value[:maxQuoted], len(value)-maxQuoted)
	}
	return fmt.Sprintf("%q", value)
}
