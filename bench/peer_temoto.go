package main

import "github.com/temoto/robotstxt"

// temotoPeer is the parser that colly and others use. It compiles each rule with a wildcard to a regexp.
type temotoPeer struct{}

func (temotoPeer) name() string { return "temoto" }

func (temotoPeer) about() string {
	return "github.com/temoto/robotstxt; group found first, then Group.Test"
}

func (temotoPeer) sample(metric string) int {
	return sampled(map[string]int{"wildcard-10k": 31}, metric)
}

func (temotoPeer) parse(f *file) any {
	data, err := robotstxt.FromBytes(f.body)
	if err != nil {
		return nil
	}
	return data
}

func (p temotoPeer) parseBytes(body []byte) any { return p.parse(&file{body: body}) }

func (p temotoPeer) oneShot(f *file, token, url string) bool {
	return p.group(p.parse(f), token).Test(pathOf(url))
}

// group is the group of a token; an empty one where the file was refused.
func (p temotoPeer) group(parsed any, token string) *robotstxt.Group {
	if data, ok := parsed.(*robotstxt.RobotsData); ok {
		return data.FindGroup(token)
	}
	return &robotstxt.Group{}
}

func (p temotoPeer) match(asks []ask, fromURL bool) func() int {
	groups := make([]*robotstxt.Group, len(asks))
	var last *file
	var parsed any
	for i, a := range asks {
		if a.file != last {
			last, parsed = a.file, p.parse(a.file)
		}
		groups[i] = p.group(parsed, a.token)
	}
	if fromURL {
		return func() int {
			allowed := 0
			for i := range asks {
				for _, url := range asks[i].urls {
					if groups[i].Test(pathOf(url)) {
						allowed++
					}
				}
			}
			return allowed
		}
	}
	return func() int {
		allowed := 0
		for i := range asks {
			for _, path := range asks[i].paths {
				if groups[i].Test(path) {
					allowed++
				}
			}
		}
		return allowed
	}
}

type temotoKept struct {
	data   any
	groups []*robotstxt.Group
}

func (p temotoPeer) compileAll(f *file, tokens []string) any {
	kept := &temotoKept{p.parse(f), make([]*robotstxt.Group, len(tokens))}
	for i, token := range tokens {
		kept.groups[i] = p.group(kept.data, token)
	}
	return kept
}
