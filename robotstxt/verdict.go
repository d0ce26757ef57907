package robotstxt

import "fmt"

// A Reason says why a verdict is as it is.
type Reason uint8

// The reasons. The zero value stands for no answer, and never comes with permission.
const (
	reasonUnknown Reason = iota
	ByRule               // a rule matched
	NoMatch              // a group applies, and no rule of it matched: allowed (RFC 9309 §2.2.2)
	NoGroup              // no group applies: allowed (RFC 9309 §2.2.1)
	RobotsTxt            // /robots.txt itself: allowed (RFC 9309 §2.2.2)
	Unavailable          // the server says there is no robots.txt: allowed (RFC 9309 §2.3.1.3)
	Unreachable          // the robots.txt could not be had: disallowed (RFC 9309 §2.3.1.4)
	Refused              // policy refused to fetch the robots.txt
	TooLarge             // the robots.txt is larger than the crawler reads
	Exempt               // the crawler does not ask robots.txt
	Deferred             // not decided yet: ask again later
)

var reasonNames = [...]string{
	reasonUnknown: "unknown", ByRule: "rule", NoMatch: "no-match", NoGroup: "no-group", RobotsTxt: "robots-txt",
	Unavailable: "unavailable", Unreachable: "unreachable", Refused: "refused", TooLarge: "too-large", Exempt: "exempt",
	Deferred: "deferred",
}

// String returns the reason as it stands in JSON, such as "no-match".
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// MarshalText returns the reason's name.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText sets r from a reason's name.
func (r *Reason) UnmarshalText(text []byte) error {
	for i, name := range reasonNames {
		if name == string(text) {
			*r = Reason(i)
			return nil
		}
	}
	return fmt.Errorf("robotstxt: unknown reason %q", clip(string(text)))
}

// A Verdict is the answer to "may this crawler fetch this URL". The zero Verdict refuses.
type Verdict struct {
	Allowed bool
	Reason  Reason
	index   int32 // of the deciding rule in the entry of a FirstMatch file
	Line    int   // of the deciding rule, from 1; 0 for none
	rules   *Rules
}

// Pattern returns the deciding rule's pattern as it is written in the file, or "".
func (v Verdict) Pattern() string {
	if v.rules == nil || v.Line == 0 {
		return ""
	}
	rules := v.rules
	if rules.unread != "" {
		rules = rules.readAgain()
	}
	if rules.first != nil {
		rule := &rules.first.rules[v.index]
		return rules.file.text[rule.start:rule.end]
	}
	return rules.file.value(uint32(v.Line - 1))
}

// Group returns the token of the deciding group as it is written in the file: "*" for the group of everybody, and ""
// where no group applies.
func (v Verdict) Group() string {
	if v.rules == nil {
		return ""
	}
	return v.rules.Token()
}
