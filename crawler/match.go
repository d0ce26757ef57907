package crawler

import "strings"

// Match returns the known crawler that a User-Agent header claims to be: the one whose [Crawler.UserAgent] is found in
// it, letter case aside, as a product of its own: at the beginning or after a space, "(", ",", ";" or the like, and
// before the end, a version, or one of these. Names inside URLs and addresses do not count. Of several the longest wins,
// then the first in the header.
//
// It identifies, and does no more: a header can claim anything, so see [Crawler.Ranges] and [Crawler.ReverseDNS] for
// proof. No decision about robots.txt uses it: there a crawler is asked for by its tokens.
func Match(userAgent string) (Crawler, bool) {
	k := known()
	i := k.match(strings.ToLower(userAgent))
	if i < 0 {
		return Crawler{}, false
	}
	return k.crawlers[i], true
}

// A needle is what the header of a crawler holds, in lower case.
type needle struct {
	text    string
	crawler int
}

// match returns the index of the crawler that a header in lower case names, or -1. It looks every piece of the header up
// once, and compares it with the few needles that begin with that piece.
func (k *data) match(header string) int {
	found, longest := -1, 0
	for at := 0; at < len(header); {
		end := pieceEnd(header, at)
		if end == at {
			at++
			continue
		}
		if at == 0 || opens(header[at-1]) {
			for _, n := range k.needles[header[at:end]] {
				if len(n.text) > longest && namedAt(header, at, n.text) {
					found, longest = n.crawler, len(n.text)
				}
			}
		}
		at = end
	}
	return found
}

// namedAt reports whether the needle is at a place of the header, and ends where a product may end.
func namedAt(header string, at int, needle string) bool {
	rest, ok := strings.CutPrefix(header[at:], needle)
	return ok && (rest == "" || closes(rest[0]))
}

// pieceEnd returns the end of the piece of a header that begins at a place: the next octet that no product holds.
func pieceEnd(header string, at int) int {
	for at < len(header) && !closes(header[at]) {
		at++
	}
	return at
}

// opens reports whether a product may begin after an octet. "/", ":" and "@" are not among them: "+https://openai.com",
// "/go/applebot".
func opens(c byte) bool { return c != '/' && closes(c) }

// closes reports whether a product ends before an octet (RFC 9110 §5.6.2 has these among its delimiters).
func closes(c byte) bool {
	switch c {
	case ' ', '\t', '(', ')', '[', ']', '{', '}', '<', '>', '"', ',', ';', '/':
		return true
	}
	return false
}
