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
//     are compiled once, in the course of the first questions, however many product tokens share the group.
//   - [Rules.Check] allocates nothing once its rules are compiled (except in the [FirstMatch] dialect).
//   - Time is bounded for hostile input, with n octets of text, r rules that apply, w of them with a wildcard inside, f
//     of them with a reserved octet in their query (see [PathOf]), m octets in their longest piece between wildcards, and
//     a path of p octets. Parse takes O(n), compiling O(n log r). A check takes O(p + (w+f)·p·m) at worst, and in the
//     first questions about a group O(n) besides; rules and paths as they are in practice take tens of nanoseconds.
//     Tests count the steps (build tag countsteps). There is no regular expression and no recursion. In the FirstMatch
//     dialect a check looks at each rule once.
//   - Memory: a File takes some eight octets a line beyond its text, and compiled rules some 30 to 50 a rule. Sets of
//     groups that tokens merge are compiled up to four times the lines of the file; further ones are answered uncompiled.
//   - What is not known never reads as allowed: the zero [Verdict] refuses, and so does a nil [Rules].
//
// robots.txt is a request to crawlers, not access control: it neither hides nor guards anything.
package robotstxt
