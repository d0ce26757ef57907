// Package aipref reads AI preference statements, the values of Content-Usage: parse one, combine several, look a
// category up.
//
//	preferences := aipref.Parse("train-ai=n, search=y")
//	preferences.Of("train-ai") // Disallow
//
// A statement is a Dictionary of RFC 9651 (Structured Field Values for HTTP). Each known key names a category of use;
// the Token y allows it, the Token n disallows it, and anything else leaves it unknown. [VocabDraft] and
// [AttachDraft] name the revisions of the Internet-Drafts that are implemented; they are working-group drafts that do
// not claim consensus, and this package moves with them.
//
// What the package promises:
//
//   - It is safe on any octets: [Parse] never fails and never panics, and what it cannot read is unknown, never
//     allowed.
//   - One pass: time is linear in the octets of a statement, memory is constant, and a statement that parses costs no
//     allocation; [ParseFields] joins its lines first. There is no recursion and no limit on size: callers cut what
//     they read from the network.
//   - The syntax is RFC 9651 §4.2.2, exactly, and a fuzz target holds it to an independent implementation.
//   - [Preferences] is a small value that compares with ==; everything here is safe for concurrent use.
//   - It imports the standard library only.
//
// Where the statements of a robots.txt apply, and which of its rules wins, is the business of package robotstxt. A
// preference is a wish that its reader should know of; it neither grants rights nor guards anything.
package aipref
