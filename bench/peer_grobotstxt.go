package main

import "github.com/jimsmart/grobotstxt"

// grobotstxtPeer is the Go port of Google's parser and matcher. It keeps nothing: every question parses again.
type grobotstxtPeer struct{}

func (grobotstxtPeer) name() string { return "grobotstxt" }

func (grobotstxtPeer) about() string {
	return "github.com/jimsmart/grobotstxt; keeps nothing, every question parses again"
}

func (grobotstxtPeer) sample(metric string) int {
	return sampled(map[string]int{"match": 53, "match-url": 53, "match-small": 53, "literal-10k": 101, "wildcard-10k": 31}, metric)
}

// A countingHandler hears of every record and keeps nothing, the least that a use of the parser can cost.
type countingHandler struct{ records int }

func (h *countingHandler) HandleRobotsStart()                      {}
func (h *countingHandler) HandleRobotsEnd()                        {}
func (h *countingHandler) HandleUserAgent(int, string)             { h.records++ }
func (h *countingHandler) HandleAllow(int, string)                 { h.records++ }
func (h *countingHandler) HandleDisallow(int, string)              { h.records++ }
func (h *countingHandler) HandleSitemap(int, string)               { h.records++ }
func (h *countingHandler) HandleUnknownAction(int, string, string) { h.records++ }

func (grobotstxtPeer) parse(f *file) any {
	h := &countingHandler{}
	grobotstxt.Parse(f.text, h)
	return h
}

func (p grobotstxtPeer) parseBytes(body []byte) any { return p.parse(&file{text: string(body)}) }

// oneShot is the library's own way to one verdict, without a parse before it.
func (grobotstxtPeer) oneShot(f *file, token, url string) bool {
	return grobotstxt.AgentAllowed(f.text, token, url)
}

func (p grobotstxtPeer) match(asks []ask, _ bool) func() int {
	return func() int {
		allowed := 0
		for i := range asks {
			for _, url := range asks[i].urls {
				if p.oneShot(asks[i].file, asks[i].token, url) {
					allowed++
				}
			}
		}
		return allowed
	}
}
