package main

import "strings"

// An outline is what the workload maker knows of a file. It is read by the few lines of this file and by none of the
// libraries that are compared, so that no library chooses the questions.
type outline struct {
	tokens   []string       // every token that a User-agent line names, lower case, each once, without "*"
	patterns []string       // every Allow and Disallow pattern that is not empty, each once
	rules    map[string]int // how many Allow and Disallow rules the token's groups hold, "*" included
}

// readOutline reads a file line by line: keys as RFC 9309 spells them, no typos.
func readOutline(text string) *outline {
	o := &outline{rules: map[string]int{}}
	seen := map[string]bool{}
	var open []string // the tokens of the group that is being read
	listing := false  // the line before was a User-agent line
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line, _, _ = strings.Cut(line, "#")
		key, value, found := strings.Cut(line, ":")
		if !found {
			continue
		}
		value = strings.TrimSpace(value)
		switch strings.ToLower(strings.TrimSpace(key)) {
		case "user-agent":
			if !listing {
				open = open[:0]
			}
			listing = true
			token := tokenOf(value)
			if token == "" {
				continue
			}
			open = append(open, token)
			if _, known := o.rules[token]; !known {
				o.rules[token] = 0
				if token != "*" {
					o.tokens = append(o.tokens, token)
				}
			}
		case "allow", "disallow":
			listing = false
			for _, token := range open {
				o.rules[token]++
			}
			if value != "" && !seen[value] {
				seen[value] = true
				o.patterns = append(o.patterns, value)
			}
		}
	}
	return o
}

// size is the number of rules that a crawler with this token obeys: its own groups', else those of "*".
func (o *outline) size(token string) int {
	if n, named := o.rules[strings.ToLower(token)]; named {
		return n
	}
	return o.rules["*"]
}

// tokenOf is the product token at the start of a User-agent value in lower case; "" where no library could be asked.
func tokenOf(value string) string {
	if value == "*" || strings.HasPrefix(value, "* ") {
		return "*"
	}
	end := 0
	for end < len(value) && (value[end]|0x20 >= 'a' && value[end]|0x20 <= 'z' || value[end] == '-' || value[end] == '_') {
		end++
	}
	if end == 0 { // 360Spider, 008: outside RFC 9309's grammar, and in use
		end = strings.IndexAny(value+"/", "/ \t")
	}
	token := value[:end]
	if strings.ContainsAny(token, "*:,#") || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7F }) {
		return ""
	}
	return strings.ToLower(token)
}
