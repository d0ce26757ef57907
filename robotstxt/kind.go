package robotstxt

import "fmt"

// A Kind says what a line is.
type Kind uint8

// The kinds of lines. Allow, Disallow and ContentUsage are rules; UserAgent begins or continues a group; the rest
// are other records (RFC 9309 §2.2.4), which never interfere with rules, or no records at all.
const (
	Blank     Kind = iota // nothing, or white space alone
	Comment               // a comment on its own line
	Malformed             // no key and value could be told apart

	UserAgent    // RFC 9309 §2.2.1
	Allow        // RFC 9309 §2.2.2
	Disallow     // RFC 9309 §2.2.2
	ContentUsage // draft-ietf-aipref-attach: a rule, but its conflicts are settled in another way

	Sitemap            // sitemaps.org, of the whole file
	CrawlDelay         // seconds between two fetches
	RequestRate        // documents per time, of a group
	VisitTime          // hours of the day, of a group
	Host               // the preferred host, once read by Yandex
	CleanParam         // query parameters without effect, read by Yandex
	Noindex            // once read by Google, ignored since 2019
	License            // Really Simple Licensing 1.0, of the whole file
	ContentSignal      // draft-romm-aipref-contentsignals
	AllowAITraining    // draft-canel-robots-ai-control
	DisallowAITraining // draft-canel-robots-ai-control

	Unknown // a key and a value, but a key that Waymark does not know
)

var kindNames = [...]string{
	Blank: "blank", Comment: "comment", Malformed: "malformed",
	UserAgent: "user-agent", Allow: "allow", Disallow: "disallow", ContentUsage: "content-usage",
	Sitemap: "sitemap", CrawlDelay: "crawl-delay", RequestRate: "request-rate", VisitTime: "visit-time",
	Host: "host", CleanParam: "clean-param", Noindex: "noindex", License: "license",
	ContentSignal: "content-signal", AllowAITraining: "allowaitraining", DisallowAITraining: "disallowaitraining",
	Unknown: "unknown",
}

// String returns the record's key in lower case, or "blank", "comment", "malformed" or "unknown".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// MarshalText returns the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText sets k from a kind's name.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, name := range kindNames {
		if name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("robotstxt: unknown kind %q", clip(string(text)))
}

// IsRecord reports whether the line has a key and a value.
func (k Kind) IsRecord() bool { return k > Malformed }

// An Oddity is a set of things that were odd about a line, though it was read all the same.
type Oddity uint32

// What can be odd about a line.
const (
	TypoAccepted     Oddity = 1 << iota // the key is misspelt, as in "Disalow"
	PrefixKey                           // Google dialect: the key only begins with a known one, as in "Disallowed"
	ColonMissing                        // key and value are separated by white space alone
	SpaceBeforeColon                    // "Disallow : /"
	LeadingBOM                          // the line begins with a byte order mark, or with a part of one
	OutsideGroup                        // a rule, or a record of a group, before any User-agent line
	NotRooted                           // the pattern begins neither with "/" nor with "*", and matches nothing
	LeadingStar                         // the pattern begins with "*", outside RFC 9309's grammar
	DollarInside                        // a "$" before the end of the pattern, which stands for itself
	BadPercent                          // a "%" that begins no percent-encoded octet, which stands for itself
	NotToken                            // the User-agent value is no product token of RFC 9309 §2.2.1
	NotUTF8                             // the line is not valid UTF-8
	ControlOctet                        // the line holds a control octet other than HTAB
	NonASCII                            // the value holds octets beyond ASCII
	SpaceInside                         // white space inside the pattern
	Cut                                 // Google dialect: the line was cut at 16,663 octets, or at a NUL
	UTF16                               // on the first line: the text was decoded from UTF-16

	oddityEnd
)

var oddityNames = [...]string{
	"typo", "prefix-key", "colon-missing", "space-before-colon", "bom", "outside-group", "not-rooted", "leading-star",
	"dollar-inside", "bad-percent", "not-token", "not-utf8", "control-octet", "non-ascii", "space-inside", "cut", "utf16",
}

// Names returns the names of the oddities in the set, in a fixed order; nil for none.
func (o Oddity) Names() []string {
	var names []string
	for i, name := range oddityNames {
		if o&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
