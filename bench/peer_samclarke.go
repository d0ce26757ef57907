package main

import "github.com/samclarke/robotstxt"

// samclarkePeer compiles while it parses, once for each User-agent line of a group. Its only question takes a token
// and a URL, so the path can be prepared in no run.
type samclarkePeer struct{}

func (samclarkePeer) name() string { return "samclarke" }

func (samclarkePeer) about() string {
	return "github.com/samclarke/robotstxt; IsAllowed takes the URL apart each time"
}

func (samclarkePeer) sample(metric string) int {
	return sampled(map[string]int{"wildcard-10k": 31}, metric)
}

func (samclarkePeer) parse(f *file) any {
	parsed, err := robotstxt.Parse(f.text, origin+"/robots.txt")
	if err != nil {
		return nil
	}
	return parsed
}

func (p samclarkePeer) parseBytes(body []byte) any { return p.parse(&file{text: string(body)}) }

func (p samclarkePeer) oneShot(f *file, token, url string) bool {
	rules, ok := p.parse(f).(*robotstxt.RobotsTxt)
	if !ok {
		return true
	}
	allowed, err := rules.IsAllowed(token, url)
	return err != nil || allowed
}

func (p samclarkePeer) match(asks []ask, _ bool) func() int {
	files := make([]*robotstxt.RobotsTxt, len(asks))
	var last *file
	var parsed *robotstxt.RobotsTxt
	for i, a := range asks {
		if a.file != last {
			last = a.file
			parsed, _ = p.parse(a.file).(*robotstxt.RobotsTxt)
		}
		files[i] = parsed
	}
	return func() int {
		allowed := 0
		for i := range asks {
			for _, url := range asks[i].urls {
				if ok, err := files[i].IsAllowed(asks[i].token, url); ok || err != nil {
					allowed++
				}
			}
		}
		return allowed
	}
}

// compileAll has nothing to do after parse.
func (p samclarkePeer) compileAll(f *file, _ []string) any { return p.parse(f) }
