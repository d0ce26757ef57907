// Package registry holds what is known of crawlers: the profiles of their vendors, the crawlers themselves, and the
// tokens of a public list. It is data and nothing else; package crawler decodes it on first use and documents every
// field.
//
// The data is one JSON object, edited by hand, with one entry a line:
//
//	schema    1; a change of what a key means raises it
//	profiles  how robots.txt is read: an array of crawler.Profile
//	crawlers  named crawlers: an array of crawler.Crawler
//	list      the public list that "listed" was taken from: source, date, confidence
//	listed    tokens that only the list names: token, purpose, obeys, common_word (a User-Agent that holds the word
//	          says nothing about this crawler), note
//
// A key that is absent means that nothing is known, or for a flag that it does not hold. Of every entry "confidence"
// says how sure its facts are, and "except" which of them are less sure, or surer. "sources" are the pages that the
// facts come from, as they were at "date" where that is known; "docs" is the vendor's page, read or not.
package registry

import _ "embed"

//go:embed crawlers.json
var data string

// JSON returns the data as it is described above.
func JSON() string { return data }
