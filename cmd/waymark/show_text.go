package main

import (
	"fmt"
	"io"
	"strings"

	"waymark.example/robotstxt"
)

// showText shows a robots.txt by what its lines mean.
func (c *showCmd) showText(a *app, f *robotstxt.File, octets int) error {
	groups := f.Groups()
	sharing := groupsOf(groups, f.Dialect())
	rules := 0
	for i := range groups {
		rules += len(groups[i].Rules)
	}
	sitemaps, licenses, others := f.Sitemaps(), f.Licenses(), f.Others()
	fmt.Fprintf(a.out, "%s: %s, %s, %s, %s, %s, read as %s\n", a.style.bold(visible(displayName(c.File))),
		plural(octets, "octet"), plural(f.NumLines(), "line"), plural(len(groups), "group"), plural(rules, "rule"),
		plural(len(sitemaps), "sitemap"), f.Dialect())
	for i := range groups {
		g := &groups[i]
		a.section(fmt.Sprintf("Group for %s", groupTitle(g)))
		for _, n := range groupLines(g) {
			a.record(f, n)
		}
		if len(g.Rules) == 0 {
			fmt.Fprintf(a.out, "%8s%s\n", "", a.style.dim(noRules(g, f.Dialect(), sharing)))
		}
	}
	a.urlSection("Sitemaps", sitemaps)
	a.urlSection("Licenses", licenses)
	if len(others) > 0 {
		a.section("Other records, of no group")
		for _, record := range others {
			a.record(f, record.Line)
		}
	}
	return a.oddSection(f)
}

// noRules says what a group without rules means. Others that name one of its tokens are merged with it (RFC 9309 §2.2.1).
func noRules(g *robotstxt.Group, d robotstxt.Dialect, sharing map[string]int) string {
	const own = "no rules of its own"
	if d == robotstxt.FirstMatch { // which drops such a group, and finds groups by parts of a token
		return own
	}
	for _, agent := range g.Agents {
		if sharing[tokenKey(agent.Value, d)] > 1 {
			return own
		}
	}
	return own + ": everything is allowed"
}

// groupsOf returns how many groups name each token, by its key.
func groupsOf(groups []robotstxt.Group, d robotstxt.Dialect) map[string]int {
	sharing := make(map[string]int)
	last := make(map[string]int) // the group that named a token last, from 1
	for i := range groups {
		for _, agent := range groups[i].Agents {
			if key := tokenKey(agent.Value, d); last[key] != i+1 {
				last[key] = i + 1
				sharing[key]++
			}
		}
	}
	return sharing
}

// tokenKey returns what is equal for all values of User-agent lines that name the same token: the token that a value
// begins with, in lower case, or where it names none so the whole value.
func tokenKey(value string, d robotstxt.Dialect) string {
	i := 0
	for i < len(value) && robotstxt.IsProductToken(value[i:i+1]) {
		i++
	}
	if i == 0 && strings.HasPrefix(value, "*") {
		i = 1
	}
	if i > 0 && i < len(value) && (d == robotstxt.Google || strings.IndexByte("/ \t", value[i]) >= 0) {
		value = value[:i]
	}
	return strings.ToLower(value)
}

func (a *app) section(title string) { fmt.Fprintf(a.out, "\n%s\n", a.style.bold(title)) }

func (a *app) urlSection(title string, records []robotstxt.URLRecord) {
	if len(records) == 0 {
		return
	}
	a.section(title)
	for _, r := range records {
		relative := ""
		if !r.Absolute {
			relative = a.style.yellow(" (no absolute URL)")
		}
		fmt.Fprintf(a.out, "%s  %s%s\n", a.number(r.Line), a.shown(r.URL, 8), relative)
	}
}

// number is a line's number, aligned.
func (a *app) number(n int) string { return a.style.dim(fmt.Sprintf("%6d", n)) }

// shown is a foreign text that begins in a column and may be clipped at the terminal's edge.
func (a *app) shown(text string, column int) string {
	text = visible(text)
	if a.width > 0 {
		text = clip(text, max(20, a.width-column))
	}
	return text
}

// record shows a line with a key and a value.
func (a *app) record(f *robotstxt.File, number int) {
	const keyWide = 16
	line := f.Line(number)
	key := visible(f.Slice(line.Key))
	if key == "" {
		key = line.Kind.String()
	}
	pad := strings.Repeat(" ", max(0, keyWide-columns(key)))
	value := f.Slice(line.Value)
	mark := valueWords(line.Kind, value)
	if mark != "" {
		mark = a.style.yellow(" (" + mark + ")")
	}
	fmt.Fprintf(a.out, "%s  %s%s %s%s\n", a.number(number), a.kindColour(line.Kind)(key), pad, a.shown(value, 9+keyWide), mark)
}

func (a *app) kindColour(k robotstxt.Kind) func(string) string {
	switch k {
	case robotstxt.UserAgent:
		return a.style.cyan
	case robotstxt.Allow, robotstxt.AllowAITraining:
		return a.style.green
	case robotstxt.Disallow, robotstxt.DisallowAITraining, robotstxt.Noindex:
		return a.style.red
	case robotstxt.Malformed, robotstxt.Unknown:
		return a.style.yellow
	case robotstxt.Comment:
		return a.style.dim
	}
	return func(s string) string { return s }
}

// oddSection lists the lines that are odd, and why.
func (a *app) oddSection(f *robotstxt.File) error {
	first := true
	for line := range f.Lines() {
		if !isOdd(line) {
			continue
		}
		if first {
			a.section("Odd lines")
			first = false
		}
		text := clip(visibleLine(lineText(f, line.Number)), plainWide)
		_, err := fmt.Fprintf(a.out, "%s  %s\n%8s%s\n", a.number(line.Number), text, "", a.style.yellow(strings.Join(oddWords(line), "; ")))
		if err != nil {
			return err
		}
	}
	return nil
}

// oddSentences says what each oddity of package robotstxt is.
var oddSentences = map[robotstxt.Oddity]string{
	robotstxt.TypoAccepted:     "misspelt key, accepted",
	robotstxt.PrefixKey:        "the key only begins with a known one, accepted",
	robotstxt.ColonMissing:     "no colon after the key",
	robotstxt.SpaceBeforeColon: "white space before the colon",
	robotstxt.LeadingBOM:       "byte order mark at the start",
	robotstxt.OutsideGroup:     "before any User-agent line, so it binds nobody",
	robotstxt.NotRooted:        `the pattern begins neither with "/" nor with "*", so it matches nothing`,
	robotstxt.LeadingStar:      `the pattern begins with "*", outside RFC 9309's grammar`,
	robotstxt.DollarInside:     `"$" inside the pattern stands for itself`,
	robotstxt.BadPercent:       `"%" without two hexadecimal digits stands for itself`,
	robotstxt.NotToken:         "no product token of RFC 9309",
	robotstxt.NotUTF8:          "not UTF-8",
	robotstxt.ControlOctet:     "control octet",
	robotstxt.NonASCII:         "octets beyond ASCII",
	robotstxt.SpaceInside:      "white space inside the pattern",
	robotstxt.Cut:              "cut: this dialect reads no further in the line",
	robotstxt.UTF16:            "decoded from UTF-16, where RFC 9309 wants UTF-8",
}

// oddWords says what is odd about a line.
func oddWords(line robotstxt.Line) []string {
	var words []string
	switch line.Kind {
	case robotstxt.Malformed:
		words = append(words, "no key and value, ignored")
	case robotstxt.Unknown:
		words = append(words, "unknown key, ignored")
	}
	for bits := line.Oddities; bits != 0; bits &= bits - 1 { // once for each oddity
		words = append(words, oddSentences[bits&-bits])
	}
	return words
}

// showLines shows every line with its kind and what is odd about it.
func (a *app) showLines(f *robotstxt.File) error {
	for line := range f.Lines() {
		text := a.shown(strings.ReplaceAll(f.Slice(line.Whole), "\t", " "), 29)
		kind := line.Kind.String()
		out := fmt.Sprintf("%s  %s%s %s", a.number(line.Number), a.kindColour(line.Kind)(kind), strings.Repeat(" ", max(0, 18-len(kind))), text)
		out = strings.TrimRight(out, " ") + "\n"
		words := oddWords(line)
		if refused := valueWords(line.Kind, f.Slice(line.Value)); refused != "" {
			words = append(words, refused)
		}
		if len(words) > 0 {
			out += fmt.Sprintf("%27s%s\n", "", a.style.yellow(strings.Join(words, "; ")))
		}
		if _, err := io.WriteString(a.out, out); err != nil {
			return err
		}
	}
	return nil
}
