package crawler

import (
	"iter"
	"strings"
)

// A Crawler is what is known of one crawler, or of a control token that no crawler sends as its User-Agent.
type Crawler struct {
	// Vendor is who runs it. Empty for a listed token (see Listed).
	Vendor string `json:"vendor,omitempty"`

	// Token is the name that it looks for in robots.txt, as its vendor writes it. A few hold digits, dots or
	// spaces, and so are no product tokens of RFC 9309 §2.2.1; they may be asked for all the same.
	Token string `json:"token"`

	// Purpose is what its pages are fetched for.
	Purpose Purpose `json:"purpose"`

	// UserAgent is the part of its User-Agent header that names it, without a version: "Googlebot". Empty where it
	// sends none of its own, or where none is known. [Match] looks for it.
	UserAgent string `json:"user_agent,omitempty"`

	// Example is a whole User-Agent header as its vendor gives it.
	Example string `json:"example,omitempty"`

	// Fallback holds the tokens that it tries in order where no group names its own, before "*".
	Fallback []string `json:"fallback,omitempty"`

	// IgnoresStar is set where only groups that name a token of its chain bind it, never the group "*".
	IgnoresStar bool `json:"ignores_star,omitempty"`

	// Obeys says whether it obeys robots.txt.
	Obeys Obedience `json:"obeys"`

	// Profile is the name of the profile by which it reads robots.txt; "rfc9309" where nothing more is known.
	Profile string `json:"profile"`

	// Control is set for a token that controls the use of what other crawlers fetch: no User-Agent holds it.
	Control bool `json:"control,omitempty"`

	// Retired is set where the vendor has given the crawler up.
	Retired bool `json:"retired,omitempty"`

	// Legacy is set for a token that old files name, and of which its vendor no longer speaks.
	Legacy bool `json:"legacy,omitempty"`

	// UserFetch is set where a user sets each fetch going, as against a crawl.
	UserFetch bool `json:"user_fetch,omitempty"`

	// WebBotAuth is set where its requests are signed (HTTP Message Signatures, Web Bot Auth).
	WebBotAuth bool `json:"web_bot_auth,omitempty"`

	// Listed is set for a token that only a public list names (see Sources). Its vendor and User-Agent are not
	// documented: UserAgent is the token itself, unless that is a common word, and UserFetch follows from Purpose.
	Listed bool `json:"listed,omitempty"`

	// Ranges is the URL of the addresses that it crawls from: in most cases a JSON file, in some a page.
	Ranges string `json:"ranges,omitempty"`

	// ReverseDNS holds domains: the name of an address it crawls from is one of them or ends in "." and one of them.
	ReverseDNS []string `json:"rdns,omitempty"`

	// Docs is the URL of its vendor's page about it.
	Docs string `json:"docs,omitempty"`

	// Sources holds the URLs of the pages that these facts come from.
	Sources []string `json:"sources,omitempty"`

	// Date is when the sources said so: YYYY-MM-DD or YYYY-MM, empty where that is not known.
	Date string `json:"date,omitempty"`

	// Confidence says how sure the facts are, but for those in Except. Ask [Crawler.ConfidenceIn] for one of them.
	Confidence Confidence `json:"confidence"`

	// Except holds the facts that are less sure than Confidence says, or surer, by their JSON name.
	Except map[string]Confidence `json:"except,omitempty"`

	// Note is what else there is to know, in a sentence or two.
	Note string `json:"note,omitempty"`
}

// Chain returns the tokens that the crawler looks for, in order: its own, then its fallbacks. "*" is not among them.
func (c Crawler) Chain() []string { return append([]string{c.Token}, c.Fallback...) }

// ConfidenceIn says how sure a fact is, by its JSON name: "fallback", "ignores_star", "obeys", "ranges" ...
func (c Crawler) ConfidenceIn(fact string) Confidence {
	return confidenceIn(c.Confidence, c.Except, fact)
}

// binding says how sure the facts are that a [Profile] has from the crawler, by their names there.
func (c Crawler) binding() map[string]Confidence {
	sure := map[string]Confidence{
		"obeys":        c.ConfidenceIn("obeys"),
		"chain":        c.ConfidenceIn("fallback"),
		"ignores_star": c.ConfidenceIn("ignores_star"),
	}
	if c.Obeys == ObeysNot {
		sure["exempt"] = sure["obeys"]
	}
	return sure
}

// confidenceIn looks a fact up, then the fact it is a part of ("crawl_delay" of "crawl_delay.outside").
func confidenceIn(all Confidence, except map[string]Confidence, fact string) Confidence {
	if c, ok := except[fact]; ok {
		return c
	}
	whole, _, _ := strings.Cut(fact, ".")
	if c, ok := except[whole]; ok {
		return c
	}
	return all
}

// A Purpose is what a crawler fetches pages for.
type Purpose string

// The purposes.
const (
	ForSearch     Purpose = "search"      // an index for people who search
	ForAITraining Purpose = "ai-training" // models are trained with the pages, or data sets made for that
	ForAISearch   Purpose = "ai-search"   // an index that generated answers draw on
	ForAIUser     Purpose = "ai-user"     // an assistant or agent that acts for a user
	ForAds        Purpose = "ads"         // the placing and checking of advertisements
	ForArchive    Purpose = "archive"     // keeping the web for later
	ForSEO        Purpose = "seo"         // reports on sites and on their links
	ForSocial     Purpose = "social"      // previews of links that people share, feeds
	ForOther      Purpose = "other"       // anything else, and what is not known
)

// Purposes returns all purposes.
func Purposes() []Purpose {
	return []Purpose{ForSearch, ForAITraining, ForAISearch, ForAIUser, ForAds, ForArchive, ForSEO, ForSocial, ForOther}
}

// An Obedience says whether a crawler obeys robots.txt.
type Obedience string

// The obediences.
const (
	ObeysFully   Obedience = "yes"
	ObeysPartly  Obedience = "partly"  // not the group "*", or not for every fetch
	ObeysNot     Obedience = "no"      // so its vendor says, or those who watched it
	ObeysUnknown Obedience = "unknown" // nobody has said
)

// A Confidence says how sure a fact is.
type Confidence string

// The confidences.
const (
	Official   Confidence = "official"    // the vendor's page says so, read there or in a copy
	ThirdParty Confidence = "third-party" // others say so: public lists, tests, articles
	Unverified Confidence = "unverified"  // commonly held, with no page at hand that says so
)

// Lookup returns the crawler with a token, letter case aside. It takes the token alone: for "GPTBot/1.4" or a whole
// User-Agent header see [Match].
func Lookup(name string) (Crawler, bool) {
	k := known()
	i, ok := k.byToken[strings.ToLower(name)]
	if !ok {
		return Crawler{}, false
	}
	return k.crawlers[i], true
}

// All returns every known crawler in a fixed order: those known by name first, vendor by vendor, then the listed ones
// (see [Crawler.Listed]).
func All() iter.Seq[Crawler] {
	return func(yield func(Crawler) bool) {
		for _, c := range known().crawlers {
			if !yield(c) {
				return
			}
		}
	}
}

// ByPurpose returns the crawlers of a purpose in the order of [All].
func ByPurpose(purpose Purpose) iter.Seq[Crawler] {
	return func(yield func(Crawler) bool) {
		for _, c := range known().crawlers {
			if c.Purpose == purpose && !yield(c) {
				return
			}
		}
	}
}
