package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"waymark.example/crawler"
)

const (
	fieldWide = 15  // columns of the names of facts
	proseWide = 100 // columns of prose where stdout is no terminal
)

// field shows one fact: its name, what it is, and how sure it is where that is not as sure as the rest.
func (a *app) field(name, text, unsure string) {
	if text == "" {
		return
	}
	if unsure != "" {
		text += " (" + unsure + ")"
	}
	wide := a.width
	if wide == 0 {
		wide = proseWide
	}
	pad := strings.Repeat(" ", max(0, fieldWide-len(name)))
	for line := range wrap(text, max(20, wide-fieldWide-3)) {
		if unsure != "" {
			line = strings.Replace(line, "("+unsure+")", a.style.yellow("("+unsure+")"), 1)
		}
		fmt.Fprintf(a.out, "  %s%s %s\n", a.style.dim(name), pad, line)
		name, pad = "", strings.Repeat(" ", fieldWide)
	}
}

// wrap yields the lines of a text, divided at spaces so that each has at most most columns if it can.
func wrap(text string, most int) iter.Seq[string] {
	return func(yield func(string) bool) {
		line := ""
		for word := range strings.SplitSeq(text, " ") {
			switch {
			case line == "":
				line = word
			case columns(line)+1+columns(word) <= most:
				line += " " + word
			default:
				if !yield(line) {
					return
				}
				line = word
			}
		}
		yield(line)
	}
}

// unsure returns how sure a fact is where that differs from the whole, else "".
func unsure(all, fact crawler.Confidence) string {
	if all == fact {
		return ""
	}
	return string(fact)
}

func (a *app) describeCrawler(k *crawler.Crawler) {
	sure := func(fact string) string { return unsure(k.Confidence, k.ConfidenceIn(fact)) }
	title := a.style.bold(visible(k.Token))
	if k.Vendor != "" {
		title += ", " + visible(k.Vendor)
	}
	fmt.Fprintln(a.out, title)
	a.field("purpose", string(k.Purpose), sure("purpose"))
	a.field("obeys", string(k.Obeys), sure("obeys"))
	chain := strings.Join(k.Chain(), ", then ")
	doubt := sure("fallback")
	if k.IgnoresStar {
		chain += "; the group * does not count"
		doubt = sure("ignores_star")
	} else {
		chain += ", then *"
	}
	a.field("looks for", chain, doubt)
	a.field("User-Agent", visible(k.Example), sure("example"))
	if k.Example == "" {
		a.field("User-Agent", visible(k.UserAgent), sure("user_agent"))
	}
	a.field("addresses", k.Ranges, sure("ranges"))
	a.field("reverse DNS", strings.Join(k.ReverseDNS, ", "), sure("rdns"))
	var marks []string
	for _, mark := range []struct {
		on   bool
		text string
	}{
		{k.Control, "a control token: no User-Agent holds it"}, {k.Retired, "retired by its vendor"},
		{k.Legacy, "its vendor no longer speaks of it"}, {k.UserFetch, "a user sets each fetch going"},
		{k.WebBotAuth, "its requests are signed (Web Bot Auth)"}, {k.Listed, "known from a public list only"},
	} {
		if mark.on {
			marks = append(marks, mark.text)
		}
	}
	a.field("marks", strings.Join(marks, "; "), "")
	a.field("note", visible(k.Note), "")
	a.sources(k.Docs, k.Sources, k.Date, k.Confidence, k.Except)
}

func (a *app) describeProfile(p *crawler.Profile, alone bool) {
	sure := func(fact string) string { return unsure(p.Confidence, p.ConfidenceIn(fact)) }
	if alone {
		fmt.Fprintf(a.out, "%s\n", a.style.bold("Profile "+p.Name))
		a.field("looks for", strings.Join(append(slices.Clone(p.Chain), "*"), ", then "), "")
	} else {
		fmt.Fprintf(a.out, "\n%s\n", a.style.bold("Reads robots.txt by the profile "+p.Name))
	}
	if p.Exempt {
		a.field("exempt", "does not obey robots.txt", sure("exempt"))
	}
	a.field("dialect", p.Dialect.String(), sure("dialect"))
	a.field("limits", limitsText(p.Limits), sure("limits"))
	a.field("honours", strings.Join(p.Honoured, ", "), sure("honours"))
	a.field("ignores", strings.Join(p.Ignored, ", "), sure("ignores"))
	a.field("Crawl-delay", delayText(p), sure("crawl_delay.outside"))
	a.field("fetch", fetchText(p.Fetch), sure("fetch"))
	for _, note := range p.Notes {
		a.field("note", visible(note), "")
	}
	a.sources(p.Docs, p.Sources, p.Date, p.Confidence, p.Except)
}

// sources shows where the facts come from, and which of them are less sure than the rest.
func (a *app) sources(docs string, sources []string, date string, all crawler.Confidence, except map[string]crawler.Confidence) {
	if docs != "" && !slices.Contains(sources, docs) {
		a.field("documentation", docs, "")
	}
	for _, source := range sources {
		a.field("source", source, "")
	}
	a.field("as of", date, "")
	text := string(all)
	for _, fact := range slices.Sorted(maps.Keys(except)) {
		text += fmt.Sprintf("; %s: %s", fact, except[fact])
	}
	a.field("confidence", text, "")
}

func limitsText(l crawler.Limits) string {
	var parts []string
	if l.MaxBytes > 0 {
		parts = append(parts, "the first "+grouped(int64(l.MaxBytes))+" octets")
		if l.Beyond == crawler.OpenSite {
			parts[0] = "beyond " + grouped(int64(l.MaxBytes)) + " octets the whole site is open"
		}
	}
	for _, limit := range []struct {
		n    int
		what string
	}{{l.MaxRules, "rules"}, {l.MaxPattern, "characters of a pattern"}, {l.MaxLine, "octets of a line"}} {
		if limit.n > 0 {
			parts = append(parts, "at most "+grouped(int64(limit.n))+" "+limit.what)
		}
	}
	return strings.Join(parts, ", ")
}

// delayText says which delays are heeded.
func delayText(p *crawler.Profile) string {
	r := p.CrawlDelay
	if r == (crawler.DelayRange{}) {
		return ""
	}
	text := fmt.Sprintf("from %d s", r.Min)
	if r.Max > 0 {
		text = fmt.Sprintf("%d to %d s", r.Min, r.Max)
	}
	if r.Integer {
		text += ", whole seconds"
	}
	if r.Outside == crawler.ClampDelay {
		return text + "; outside that the bound counts"
	}
	return text + "; outside that it is ignored"
}

func fetchText(p crawler.FetchPolicy) string {
	var parts []string
	for _, effect := range []struct {
		on   string
		does crawler.Effect
	}{{"4xx", p.On4xx}, {"429", p.On429}, {"5xx", p.On5xx}, {"network", p.OnNetwork}} {
		if effect.does != "" {
			parts = append(parts, fmt.Sprintf("%s: %s", effect.on, effect.does))
		}
	}
	if p.Redirects > 0 {
		parts = append(parts, plural(p.Redirects, "redirect"))
	}
	if p.CacheSeconds > 0 {
		parts = append(parts, fmt.Sprintf("kept for %s s", grouped(int64(p.CacheSeconds))))
	}
	return strings.Join(parts, ", ")
}
