package main

import (
	"bytes"

	"github.com/benjaminestes/robots/v2"
)

// benjamin compiles each rule and each token to a regexp while it parses. On some files it panics, when it reads them
// or when it is asked; then all is allowed. It also prints to standard output: see main.
type benjamin struct{}

func (benjamin) name() string { return "benjaminestes" }

func (benjamin) about() string {
	return "github.com/benjaminestes/robots/v2; Tester of the token first, then the URL; left out of agents-2000"
}

// sample leaves out agents-2000: 4,000,000 regexps take minutes and more memory than most machines have.
func (benjamin) sample(metric string) int {
	return sampled(map[string]int{"agents-2000": 0, "match": 5, "match-url": 5, "literal-10k": 11, "wildcard-10k": 31}, metric)
}

func (benjamin) parse(f *file) (parsed any) {
	defer func() {
		if recover() != nil {
			parsed = nil
		}
	}()
	rules, err := robots.From(200, bytes.NewReader(f.body))
	if err != nil {
		return nil
	}
	return rules
}

func (p benjamin) parseBytes(body []byte) any { return p.parse(&file{body: body}) }

func (p benjamin) oneShot(f *file, token, url string) bool {
	allowed, _ := p.ask(p.tester(p.parse(f), token), url)
	return allowed
}

// ask calls a tester that may panic.
func (benjamin) ask(tester func(string) bool, url string) (allowed, panicked bool) {
	defer func() {
		if recover() != nil {
			allowed, panicked = true, true
		}
	}()
	return tester(url), false
}

// refuses tells whether reading the file panics, or asking about it.
func (p benjamin) refuses(f *file) bool {
	parsed := p.parse(f)
	for _, token := range tokens {
		if _, panicked := p.ask(p.tester(parsed, token), origin+"/a/b/c.html"); panicked {
			return true
		}
	}
	return parsed == nil
}

// tester is the library's predicate for a token; everything is allowed where the file was refused.
func (benjamin) tester(parsed any, token string) func(url string) bool {
	if rules, ok := parsed.(*robots.Robots); ok {
		return rules.Tester(token)
	}
	return func(string) bool { return true }
}

func (p benjamin) match(asks []ask, _ bool) func() int {
	testers := make([]func(string) bool, len(asks))
	var last *file
	var parsed any
	for i, a := range asks {
		if a.file != last {
			last, parsed = a.file, p.parse(a.file)
		}
		testers[i] = p.tester(parsed, a.token)
	}
	return func() int {
		allowed := 0
		for i := range asks {
			for _, url := range asks[i].urls {
				if ok, _ := p.ask(testers[i], url); ok {
					allowed++
				}
			}
		}
		return allowed
	}
}

type benjaminKept struct {
	parsed  any
	testers []func(string) bool
}

func (p benjamin) compileAll(f *file, tokens []string) any {
	kept := &benjaminKept{p.parse(f), make([]func(string) bool, len(tokens))}
	for i, token := range tokens {
		kept.testers[i] = p.tester(kept.parsed, token)
	}
	return kept
}
