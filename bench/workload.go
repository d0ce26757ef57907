package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const (
	origin       = "https://example.com" // of all URLs: the hosts of the corpus do not matter to a verdict
	pathsPerFile = 16
	seed         = 9309
)

// tokens are asked about in every file: one that many files name, one that few do, one that none does.
var tokens = []string{"Googlebot", "GPTBot", "FooBot"}

// fixedPaths are asked about in every file.
var fixedPaths = []string{"/", "/index.html", "/a/b/c.html", "/search?q=1"}

// An ask is one file, one token, and the paths to ask about. A question is one path of it.
type ask struct {
	file  *file
	token string
	paths []string
	urls  []string // origin + path, index for index
}

func newAsk(f *file, token string, paths []string) ask {
	urls := make([]string, len(paths))
	for i, path := range paths {
		urls[i] = origin + path
		paths[i] = urls[i][len(origin):]
	}
	return ask{file: f, token: token, paths: paths, urls: urls}
}

// questions counts the paths of all asks.
func questions(asks []ask) int {
	n := 0
	for _, a := range asks {
		n += len(a.paths)
	}
	return n
}

// every keeps each stride-th question, for libraries that are too slow for all of them.
func every(asks []ask, stride int) []ask {
	if stride <= 1 {
		return asks
	}
	var kept []ask
	n := 0
	for _, a := range asks {
		var paths, urls []string
		for i := range a.paths {
			if n%stride == stride/2 {
				paths, urls = append(paths, a.paths[i]), append(urls, a.urls[i])
			}
			n++
		}
		if len(paths) > 0 {
			kept = append(kept, ask{a.file, a.token, paths, urls})
		}
	}
	if len(kept) == 0 && len(asks) > 0 {
		a := asks[0]
		return []ask{{a.file, a.token, a.paths[:1], a.urls[:1]}}
	}
	return kept
}

// A workload is everything that is asked. It depends on the corpus alone: the same files give the same questions.
type workload struct {
	files    []*file
	outlines []*outline // index for index with files

	corpus []ask // all files, all tokens, paths made from the file's own rules
	small  []ask // the asks of corpus whose token obeys 1 to smallRules rules
	single []ask // one question a file, the tokens in turn: for parse and one verdict

	literal  []ask // 10,000 rules without wildcard
	wildcard []ask // 10,000 rules with wildcards
	hostile  []ask // each its own file: the worst of them counts

	agents       *file    // 2,000 User-agent lines over 2,000 rules
	agentsTokens []string // the 2,000
}

// smallRules is how many rules a small group holds at most: most groups of the web do.
const smallRules = 32

func newWorkload(files []*file) *workload {
	w := &workload{files: files, literal: literalAsks(), wildcard: wildcardAsks(), hostile: hostileAsks()}
	w.agents, w.agentsTokens = agentsFile()
	for i, f := range files {
		o := readOutline(f.text)
		w.outlines = append(w.outlines, o)
		paths := pathsOf(o.patterns)
		for _, token := range tokens {
			a := newAsk(f, token, paths)
			w.corpus = append(w.corpus, a)
			if n := o.size(token); n >= 1 && n <= smallRules {
				w.small = append(w.small, a)
			}
		}
		w.single = append(w.single, newAsk(f, tokens[i%len(tokens)], paths[:1]))
	}
	return w
}

// pathsOf makes paths that a file's own patterns match, or nearly match, chosen evenly over the file, and adds the
// fixed ones.
func pathsOf(patterns []string) []string {
	room := pathsPerFile - len(fixedPaths)
	var paths []string
	for i := 0; i < room && i < len(patterns); i++ {
		at := i
		if len(patterns) > room {
			at = i * len(patterns) / room
		}
		paths = append(paths, pathFor(patterns[at], i))
	}
	return append(paths, fixedPaths...)
}

// fillings stand for the stars of a pattern; suffixes follow a pattern that has no "$" at its end.
var (
	fillings = []string{"x", "foo/bar", "", "abc123"}
	suffixes = []string{"", "index.html", "1", "/a/b?c=d"}
)

// pathFor turns a pattern into a path of printable ASCII that is valid in a URL.
func pathFor(pattern string, n int) string {
	const maxPattern = 2000
	if len(pattern) > maxPattern {
		pattern = pattern[:maxPattern]
	}
	path, anchored := strings.CutSuffix(pattern, "$")
	path = strings.ReplaceAll(path, "*", fillings[n%len(fillings)])
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	if !anchored {
		path += suffixes[n/2%len(suffixes)]
	}
	return escaped(path)
}

// escaped percent-encodes what may not stand in the path or query of a URL.
func escaped(path string) string {
	var out strings.Builder
	for i := 0; i < len(path); i++ {
		c := path[i]
		switch {
		case c == '%' && !(i+2 < len(path) && isHex(path[i+1]) && isHex(path[i+2])):
			out.WriteString("%25")
		case c <= ' ' || c >= 0x7F || strings.IndexByte("\"#<>\\^`{|}", c) >= 0:
			fmt.Fprintf(&out, "%%%02X", c)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// manyRules is the size of the two large synthetic files.
const manyRules = 10_000

// literalAsks makes one group of 10,000 literal rules of several shapes, and 2,000 paths: every other one is hit by a
// rule, the rest miss by a late octet.
func literalAsks() []ask {
	words := strings.Fields("shop news blog user admin cart search tag category media static private archive forum help")
	random := rand.New(rand.NewPCG(seed, 1))
	word := func() string { return words[random.IntN(len(words))] }
	body := []byte("User-agent: *\n")
	patterns := make([]string, manyRules)
	for i := range patterns {
		switch i % 4 {
		case 0:
			patterns[i] = fmt.Sprintf("/%s/%s/%d", word(), word(), i)
		case 1:
			patterns[i] = fmt.Sprintf("/%s/%s-%d.html", word(), word(), i)
		case 2:
			patterns[i] = fmt.Sprintf("/%s%d/", word(), i)
		default:
			patterns[i] = fmt.Sprintf("/%s/%s/%s/%d/print", word(), word(), word(), i)
		}
		key := "Disallow"
		if i%10 == 0 {
			key = "Allow"
		}
		body = fmt.Appendf(body, "%s: %s\n", key, patterns[i])
	}
	var paths []string
	for n := range 2000 {
		path := patterns[random.IntN(manyRules)]
		if n%2 == 1 { // a miss: the rule's last digit becomes a letter
			at := strings.LastIndexAny(path, "0123456789")
			path = path[:at] + "z" + path[at+1:]
		}
		paths = append(paths, path+suffixes[n/2%len(suffixes)])
	}
	return []ask{newAsk(newFile("literal-10k", body), tokens[2], paths)}
}

// wildcardAsks makes one group of 10,000 rules of three shapes with wildcards, and 600 paths: half of them are hit.
func wildcardAsks() []ask {
	body := []byte("User-agent: *\n")
	for i := range manyRules {
		body = fmt.Appendf(body, "Disallow: "+[...]string{"/*/x%d/*.php$", "/*?sid=%d*", "*/print/%d/"}[i%3]+"\n", i)
	}
	hit := [...]string{"/shop/x%d/list/index.php", "/shop/list.html?sid=%d&page=2", "/news/2026/print/%d/page.html"}
	miss := [...]string{"/shop/x%d/list/index.html", "/shop/list.html?side=%d&page=2", "/news/2026/print/%d.html"}
	random := rand.New(rand.NewPCG(seed, 2))
	var paths []string
	for n := range 600 {
		i := random.IntN(manyRules)
		shape := hit
		if n%2 == 1 {
			shape = miss
		}
		paths = append(paths, fmt.Sprintf(shape[i%3], i))
	}
	return []ask{newAsk(newFile("wildcard-10k", body), tokens[2], paths)}
}

// hostileAsks makes files with one rule of 50 "*a" segments, and URLs of 4 KB: one that matches only at its end, one
// that lacks the last "a", and one that offers a start of a match at every octet and fails.
func hostileAsks() []ask {
	const segments, length = 50, 4096
	spread := func(count int) string {
		path := []byte("/" + strings.Repeat("b", length-1))
		for i := 1; i <= count; i++ {
			path[i*(length-1)/segments] = 'a'
		}
		return string(path)
	}
	stars := "/" + strings.Repeat("*a", segments)
	cases := []struct{ name, pattern, path string }{
		{"hostile-match", stars, spread(segments)},
		{"hostile-miss", stars, spread(segments - 1)},
		{"hostile-starts", stars + "b", "/" + strings.Repeat("a", length-1)},
	}
	var asks []ask
	for _, c := range cases {
		f := newFile(c.name, []byte("User-agent: *\nDisallow: "+c.pattern+"\n"))
		asks = append(asks, newAsk(f, tokens[2], []string{c.path}))
	}
	return asks
}

// agentsFile makes one group with 2,000 User-agent lines and 2,000 rules.
func agentsFile() (*file, []string) {
	const count = 2000
	var body []byte
	var named []string
	for i := range count {
		// Letters only, as RFC 9309 §2.2.1 asks, and no name a prefix of another.
		name := []byte("crawler-aaa")
		for at, n := len(name)-1, i; n > 0; at, n = at-1, n/26 {
			name[at] = byte('a' + n%26)
		}
		named = append(named, string(name))
		body = fmt.Appendf(body, "User-agent: %s\n", name)
	}
	for i := range count {
		body = fmt.Appendf(body, "Disallow: /section-%d/private/\n", i)
	}
	return newFile("agents-2000", body), named
}
