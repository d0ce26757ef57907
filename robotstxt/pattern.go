package robotstxt

import "strings"

// matchPattern reports whether a pattern matches a path, both in the form that their dialect compares: "*" stands for
// any octets, "$" at the end for the end of the path, and a pattern without it matches every path that begins with it
// (RFC 9309 §2.2.2, §2.2.3). The octets of path that are marked in made, if any, are none that a piece of the pattern
// after a wildcard may begin at.
//
// Each piece takes the leftmost place that it can: a match that exists is found so, since what a piece leaves to the
// ones after it is then the most. Time is one search of the path for each piece, and all searches together go over
// the path once.
func matchPattern(pattern, path string, made []bool) bool {
	star := strings.IndexByte(pattern, '*')
	if star < 0 {
		if strings.HasSuffix(pattern, "$") {
			return path == pattern[:len(pattern)-1]
		}
		return strings.HasPrefix(path, pattern)
	}
	if !strings.HasPrefix(path, pattern[:star]) {
		return false
	}
	at := star
	for rest := pattern[star+1:]; ; { // once for each "*"
		star = strings.IndexByte(rest, '*')
		piece := rest
		if star >= 0 {
			piece = rest[:star]
		} else if strings.HasSuffix(rest, "$") {
			piece = rest[:len(rest)-1]
			begin := len(path) - len(piece)
			return begin >= at && path[begin:] == piece && !inMade(made, begin)
		}
		if piece != "" {
			if at = indexPiece(path, piece, at, made); at < 0 {
				return false
			}
			at += len(piece)
		}
		if star < 0 {
			return true
		}
		rest = rest[star+1:]
	}
}

func inMade(made []bool, i int) bool { return i < len(made) && made[i] }

// indexPiece returns the first place of piece in path, from at on, that is not marked in made; -1 for none.
func indexPiece(path, piece string, at int, made []bool) int {
	for { // once, and again for each place that is marked
		i := strings.Index(path[at:], piece)
		if i < 0 {
			addSteps(len(path) - at + 1)
			return -1
		}
		addSteps(i + len(piece))
		if !inMade(made, at+i) {
			return at + i
		}
		at += i + 1
	}
}
