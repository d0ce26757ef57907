// Package crawler says how known crawlers read robots.txt.
//
// A [Profile] is a way of reading: the chain of product tokens that a crawler looks for, whether it obeys the group
// "*", its dialect, its limits, and what it does where robots.txt cannot be fetched. [Resolve] finds the profile of a
// name; a Profile made by hand is as good, and its zero value reads as RFC 9309 for "*":
//
//	profile, err := crawler.Resolve("Googlebot-Image")
//	rules := profile.Rules(profile.Parse(body))
//	verdict := rules.Check(path)
//
// A [Crawler] is what is known of one crawler: [Lookup], [All] and [ByPurpose] find it by name, and [Match] by the
// User-Agent header that it sends. The facts come from pages of their vendors or from public lists, and some are only
// commonly held; [Crawler.ConfidenceIn] says how sure each one is. What is not known is left empty.
//
// The data is decoded on first use. Crawlers and profiles share their slices and maps with it: do not change them.
package crawler
