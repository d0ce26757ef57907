// Package robotstxt reads robots.txt files and decides, for a crawler and a URL, whether the crawler may fetch
// it, and why. It implements the Robots Exclusion Protocol of RFC 9309, §2.1 to §2.5.
//
// The stages are plain values, each made from the one before:
//
//	text --Parse--> *File --File.Rules(token)--> *Rules --Rules.Check(path)--> Verdict
//
// What the package promises:
//
//   - [Parse] never fails and never panics, whatever the octets. A [File] keeps every line, with its place and with
//     what was odd about it, and reproduces its input octet for octet.
//   - A [File] and a [Rules] are immutable after they were made, and safe for concurrent use. The rules of a group
//     are compiled once, on the first question, however many product tokens share the group.
//   - [Rules.Check] allocates nothing (except in the [FirstMatch] dialect).
//   - Time is bounded for hostile input: with n octets of text, r rules asked about, w of them with a wildcard
//     inside, and a path of p octets, Parse takes O(n), compiling O(n + r log r), and a check O(p + (w+f)·p) octet
//     comparisons at worst, where f counts rules with a reserved octet in their query (see [PathOf]). A test counts
//     the steps. There is no regular expression and no recursion.
//   - Memory: a File takes some 12 octets a line beyond the text that it keeps; compiled rules some 40 a rule.
//   - What is not known never reads as allowed: the zero [Verdict] refuses, and so does a nil [Rules].
//
// robots.txt is a request to crawlers, not access control: it neither hides nor guards anything.
package robotstxt
