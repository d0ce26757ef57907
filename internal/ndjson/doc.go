// Package ndjson is the codec of questions and verdicts: one JSON object a line, a question in and its answer out, in
// the same order. The command speaks it in "check --ndjson", and whatever else asks or answers many questions uses it.
//
// A question has these keys, each at most once and spelled like this:
//
//	"id"          any JSON value; it comes back octet for octet, or as null where there was none
//	"robots"      the robots.txt as a string, or
//	"robots_b64"  its octets in base64 (RFC 4648 §4, with padding), or
//	"file"        the name of a file that holds it, where the [Answerer] may read files
//	"agent"       a product token, or a fallback chain of them with ":", as in "Googlebot-Image:Googlebot": any string
//	              but an empty one, without control octets; "*" where it is absent
//	"url"         absolute, or a path that begins with "/"
//
// Other keys are passed over, so that records that hold more can be asked as they are; but a key that resembles one of
// these ("user_agent", "Robots") is an error, since the question would else be answered for another crawler or URL. A
// null is no string.
//
// The answer is one of
//
//	{"id","allowed":bool,"reason","line":int,"pattern","agent","group","path","usage":object or null}
//	{"id","error":string}
//
// where "path" is the path in the form that the dialect compares, and "usage" is null where the path is disallowed.
// Octets of a pattern that are not UTF-8 are written as U+FFFD.
//
// A line of more than [MaxLine] octets is answered with an error as soon as it is too long, and skipped. Lines of white
// space alone are passed over, and so is a byte order mark before the first line. Memory is bounded whatever comes in,
// but for files named by "file". No line stops the run.
package ndjson
