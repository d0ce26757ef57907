package crawler

import (
	"iter"
	"slices"
	"time"

	"waymark.example/robotstxt"
)

// rfcProfile is the profile of crawlers whose own reading is not documented.
const rfcProfile = "rfc9309"

// A Profile is how a crawler reads robots.txt. The zero value reads as RFC 9309, for "*".
type Profile struct {
	// Name is the profile's name: "google", "rfc9309". It is empty for a profile made by hand.
	Name string `json:"name"`

	// Chain holds the tokens looked for, in order: the first that a group names decides. Where none is named the group
	// "*" counts, unless IgnoresStar is set. Of a profile found by its own name it is the chain of the vendor's main
	// crawler, or empty.
	Chain []string `json:"chain,omitempty"`

	// IgnoresStar is set where the group "*" does not count.
	IgnoresStar bool `json:"ignores_star,omitempty"`

	// Exempt is set where robots.txt is not obeyed at all.
	Exempt bool `json:"exempt,omitempty"`

	// Dialect is the reading of lines and patterns.
	Dialect robotstxt.Dialect `json:"dialect"`

	// Honoured holds the keys, in lower case, of the records it heeds besides User-agent, Allow and Disallow; Ignored
	// those of which it is known that it does not. Of any other nothing is known. See [Profile.Honours].
	Honoured []string `json:"honours,omitempty"`
	Ignored  []string `json:"ignores,omitempty"`

	// CrawlDelay is the range of Crawl-delay values heeded; it means nothing where that record is not honoured.
	CrawlDelay DelayRange `json:"crawl_delay,omitzero"`

	// Limits is how much of a robots.txt is read.
	Limits Limits `json:"limits,omitzero"`

	// Fetch is what follows from the answer to the fetch of robots.txt.
	Fetch FetchPolicy `json:"fetch,omitzero"`

	// Notes is what else there is to know, a sentence or two each.
	Notes []string `json:"notes,omitempty"`

	// Docs is the URL of the vendor's page, where the facts were not taken from it.
	Docs string `json:"docs,omitempty"`

	// Sources holds the URLs of the pages that the facts come from.
	Sources []string `json:"sources,omitempty"`

	// Date is when the sources said so: YYYY-MM-DD or YYYY-MM, empty where that is not known.
	Date string `json:"date,omitempty"`

	// Confidence says how sure the facts are, but for those in Except. Neither speaks of what the profile has from a
	// crawler: its chain, whether "*" counts, whether robots.txt is obeyed. [Profile.ConfidenceIn] does.
	Confidence Confidence `json:"confidence"`

	// Except holds the facts that are less sure than Confidence says, or surer, by their JSON name: "limits",
	// "crawl_delay.outside".
	Except map[string]Confidence `json:"except,omitempty"`

	// binding says how sure the facts are that come from a crawler: the one resolved, or the main one of the profile.
	binding map[string]Confidence
}

// A DelayRange is the range of Crawl-delay values that a crawler heeds. The zero value has no bounds.
type DelayRange struct {
	Min     int     `json:"min,omitempty"`     // the shortest delay, in seconds
	Max     int     `json:"max,omitempty"`     // the longest delay, in seconds; 0: none is documented
	Integer bool    `json:"integer,omitempty"` // whole seconds only: a fraction is ignored
	Outside Outside `json:"outside,omitempty"` // what a value outside the bounds does
}

// An Outside says what a Crawl-delay outside the bounds does.
type Outside string

// What a Crawl-delay outside the bounds does. Empty is as IgnoreDelay.
const (
	IgnoreDelay Outside = "ignore" // it is as if there were none
	ClampDelay  Outside = "clamp"  // the bound is taken
)

// Limits is how much of a robots.txt a crawler reads. 0 is always: none is documented.
type Limits struct {
	// MaxBytes is how many octets are read. See [Profile.Limit].
	MaxBytes int `json:"max_bytes,omitempty"`

	// Beyond says what a larger file does.
	Beyond Beyond `json:"beyond,omitempty"`

	// MaxRules is how many rules count, MaxPattern how many characters a pattern may have, MaxLine how many octets of a
	// line count. Vendors do not say what becomes of more, so [Profile.Parse] applies none of them; the Google dialect
	// has its MaxLine built in.
	MaxRules   int `json:"max_rules,omitempty"`
	MaxPattern int `json:"max_pattern,omitempty"`
	MaxLine    int `json:"max_line,omitempty"`
}

// A Beyond says what a robots.txt beyond the size limit does.
type Beyond string

// What a robots.txt beyond the size limit does. Empty is as CutFile.
const (
	CutFile  Beyond = "cut"  // the rest is not read
	OpenSite Beyond = "open" // the whole site counts as open
)

// A FetchPolicy is what a crawler makes of the answer to its fetch of robots.txt. What is empty or 0 is not documented.
type FetchPolicy struct {
	On4xx          Effect `json:"on_4xx,omitempty"` // 400 to 499 without 429
	On429          Effect `json:"on_429,omitempty"` // too many requests
	On5xx          Effect `json:"on_5xx,omitempty"` // 500 to 599
	OnNetwork      Effect `json:"on_network,omitempty"`
	Redirects      int    `json:"redirects,omitempty"`       // how many are followed in a row
	AfterRedirects Effect `json:"after_redirects,omitempty"` // one redirect too many
	CacheSeconds   int    `json:"cache_seconds,omitempty"`   // how long a copy is used, in seconds
	StaleSeconds   int    `json:"stale_seconds,omitempty"`   // how long it is used while no fetch succeeds, in seconds

	// Policy names the one of Waymark's policies for unreachable hosts that comes nearest: "rfc9309", "google",
	// "archive" or "strict". Empty is as "rfc9309".
	Policy string `json:"policy,omitempty"`
}

// An Effect is what an answer other than a robots.txt does.
type Effect string

// The effects.
const (
	AllowAll    Effect = "allow"    // everything may be fetched
	DisallowAll Effect = "disallow" // nothing may be fetched, for a time
	UseCopy     Effect = "copy"     // the last good copy counts; without one everything may be fetched
)

// Limit returns the size limit in octets, and whether one is documented: if not it is [robotstxt.DefaultLimit]. What a
// larger file does, [Profile.Opens] says: it opens the site, or is read up to the limit.
func (p Profile) Limit() (octets int, documented bool) {
	if p.Limits.MaxBytes > 0 {
		return p.Limits.MaxBytes, true
	}
	return robotstxt.DefaultLimit, false
}

// Parse reads a robots.txt in the profile's dialect, up to its [Profile.Limit]: a line that the limit cuts is dropped.
// Where body is so large that it opens the site ([Profile.Opens]) all of it is read, for [Profile.Rules] to see its
// size.
func (p Profile) Parse(body []byte) *robotstxt.File {
	if !p.Opens(len(body)) {
		octets, _ := p.Limit()
		body, _ = robotstxt.Limit(body, octets)
	}
	return robotstxt.Parse(body, &robotstxt.Options{Dialect: p.Dialect})
}

// Rules returns the rules of f that bind the crawler. They allow everything for the reason [robotstxt.Exempt] where it
// does not obey robots.txt, and for the reason [robotstxt.TooLarge] where the size of f opens the site (see
// [Profile.Opens]).
//
// f should come from [Profile.Parse], or from [robotstxt.Parse] with the profile's dialect.
func (p Profile) Rules(f *robotstxt.File) *robotstxt.Rules {
	switch {
	case p.Exempt:
		return robotstxt.AllowAll(robotstxt.Exempt)
	case p.Opens(f.Size()):
		return robotstxt.AllowAll(robotstxt.TooLarge)
	case p.IgnoresStar:
		return f.NamedRules(p.Chain...)
	}
	return f.Rules(p.Chain...)
}

// Opens reports whether a robots.txt of so many octets is so large that the crawler takes the whole site for open. It
// is for callers whose fetch was cut short at the limit and who know that there was more.
func (p Profile) Opens(octets int) bool {
	limit, documented := p.Limit()
	return p.Limits.Beyond == OpenSite && documented && octets > limit
}

// Honours reports whether the crawler is known to heed records of a kind.
func (p Profile) Honours(kind robotstxt.Kind) bool {
	switch kind {
	case robotstxt.UserAgent, robotstxt.Allow, robotstxt.Disallow:
		return true
	}
	return kind.IsRecord() && slices.Contains(p.Honoured, kind.String())
}

// Ignores reports whether the crawler is known not to heed records of a kind. Where neither Honours nor Ignores is true
// nothing is known.
func (p Profile) Ignores(kind robotstxt.Kind) bool {
	return kind.IsRecord() && slices.Contains(p.Ignored, kind.String())
}

// Delay returns the delay between two fetches that the crawler makes of a Crawl-delay, and whether it makes any: it does
// not if it is not known to honour the record, or ignores a value of that size. bingbot takes whole seconds from 1 to 30
// and ignores any other value.
func (p Profile) Delay(asked time.Duration) (time.Duration, bool) {
	r := p.CrawlDelay
	if !p.Honours(robotstxt.CrawlDelay) || asked < 0 || r.Integer && asked%time.Second != 0 {
		return 0, false
	}
	low, high := time.Duration(r.Min)*time.Second, time.Duration(r.Max)*time.Second
	switch {
	case asked < low && r.Outside == ClampDelay:
		return low, true
	case high > 0 && asked > high && r.Outside == ClampDelay:
		return high, true
	case asked < low || high > 0 && asked > high:
		return 0, false
	}
	return asked, true
}

// ConfidenceIn says how sure a fact is, by its JSON name: "limits", "fetch", "crawl_delay.outside" ... For "obeys",
// "exempt", "chain" and "ignores_star" the answer is that of the crawler that was resolved, or of the main crawler where
// the profile was found by its own name.
func (p Profile) ConfidenceIn(fact string) Confidence {
	if c, ok := p.binding[fact]; ok {
		return c
	}
	return confidenceIn(p.Confidence, p.Except, fact)
}

// Profiles returns every known profile in a fixed order, "rfc9309" first.
func Profiles() iter.Seq[Profile] { return slices.Values(slices.Clone(known().profiles)) }
