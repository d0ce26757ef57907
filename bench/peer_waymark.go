package main

import "waymark.example/robotstxt"

// waymark is the library that this comparison is about, in its default dialect, RFC 9309.
type waymark struct{}

func (waymark) name() string { return "waymark" }

func (waymark) about() string {
	return "waymark.example; dialect rfc9309, Parse keeps every line"
}

func (waymark) sample(string) int { return 1 }

// parse gives the text as a string, as the other libraries that take one get it; see also parse-bytes.
func (waymark) parse(f *file) any { return robotstxt.Parse(f.text, nil) }

func (waymark) parseBytes(body []byte) any { return robotstxt.Parse(body, nil) }

func (waymark) oneShot(f *file, token, url string) bool {
	path, err := robotstxt.PathOf(url)
	return err == nil && robotstxt.Check(f.text, path, token).Allowed
}

// A waymarkAsk is an ask with everything prepared that a crawler would keep.
type waymarkAsk struct {
	rules *robotstxt.Rules
	paths []robotstxt.Path
	urls  []string
}

func prepareWaymark(asks []ask) []waymarkAsk {
	prepared := make([]waymarkAsk, len(asks))
	var last *file
	var parsed *robotstxt.File
	for i, a := range asks {
		if a.file != last {
			last, parsed = a.file, robotstxt.Parse(a.file.text, nil)
		}
		prepared[i] = waymarkAsk{parsed.Rules(a.token).Compile(), make([]robotstxt.Path, len(a.urls)), a.urls}
		for j, url := range a.urls {
			path, err := robotstxt.PathOf(url)
			if err != nil {
				panic(err) // the workload maker promises valid URLs
			}
			prepared[i].paths[j] = path
		}
	}
	return prepared
}

func (waymark) match(asks []ask, fromURL bool) func() int {
	prepared := prepareWaymark(asks)
	if fromURL {
		return func() int {
			allowed := 0
			for i := range prepared {
				a := &prepared[i]
				for _, url := range a.urls {
					path, err := robotstxt.PathOf(url)
					if err == nil && a.rules.Check(path).Allowed {
						allowed++
					}
				}
			}
			return allowed
		}
	}
	return func() int {
		allowed := 0
		for i := range prepared {
			a := &prepared[i]
			for j := range a.paths {
				if a.rules.Check(a.paths[j]).Allowed {
					allowed++
				}
			}
		}
		return allowed
	}
}

// A waymarkKept is a file with the compiled groups of all tokens.
type waymarkKept struct {
	file  *robotstxt.File
	rules []*robotstxt.Rules
}

func (waymark) compileAll(f *file, tokens []string) any {
	kept := &waymarkKept{robotstxt.Parse(f.text, nil), make([]*robotstxt.Rules, len(tokens))}
	for i, token := range tokens {
		kept.rules[i] = kept.file.Rules(token)
	}
	if len(tokens) > 0 {
		settle(kept.rules[len(tokens)-1])
	}
	return kept
}

// settle asks until nothing can be left that is compiled later: an engine may compile what is asked often.
func settle(rules *robotstxt.Rules) (allowed int) {
	path, err := robotstxt.PathOf("/")
	for range 64 {
		if err == nil && rules.Check(path).Allowed {
			allowed++
		}
	}
	return allowed
}

func (waymark) settleAll(kept any) {
	for _, rules := range kept.(*waymarkKept).rules {
		settle(rules)
	}
}

// googleVerdicts answers all questions in Google's dialect, to check this program and the libraries.
func googleVerdicts(asks []ask) []bool {
	var verdicts []bool
	for _, a := range asks {
		rules := robotstxt.Parse(a.file.text, &robotstxt.Options{Dialect: robotstxt.Google}).Rules(a.token)
		for _, url := range a.urls {
			path, err := robotstxt.PathOf(url)
			verdicts = append(verdicts, err == nil && rules.Check(path).Allowed)
		}
	}
	return verdicts
}
