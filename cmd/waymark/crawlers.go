package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"waymark.example/crawler"
)

// crawlersCmd is "waymark crawlers".
type crawlersCmd struct {
	Name    *string `arg:"" optional:"" placeholder:"CRAWLER" help:"A crawler's token, a profile such as google, or a whole User-Agent header."`
	Purpose *string `placeholder:"PURPOSE" help:"List those of a purpose only: search, ai-training, ai-search, ai-user, ads, archive, seo, social or other."`
	JSON    bool    `name:"json" help:"Write JSON."`
	Names   bool    `hidden:"" help:"List the names that --crawler takes."`
}

func (crawlersCmd) Help() string {
	return `Examples:

    waymark crawlers
    waymark crawlers --purpose ai-training
    waymark crawlers Googlebot-Image
    waymark crawlers 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'
    waymark crawlers --json | jq -r '.[].token'`
}

// Run lists crawlers, or tells of one.
func (c *crawlersCmd) Run(a *app) error {
	switch {
	case c.Names:
		return listNames(a)
	case c.Name != nil && c.Purpose != nil:
		return &hinted{errors.New("give the name of a crawler or --purpose, not both"), `see "waymark crawlers --help"`}
	case c.Name != nil:
		return c.one(a)
	}
	list := slices.Collect(crawler.All())
	if c.Purpose != nil {
		purpose := crawler.Purpose(*c.Purpose)
		if !slices.Contains(crawler.Purposes(), purpose) {
			return fmt.Errorf("--purpose: unknown purpose %q: want one of %s", purpose, strings.Join(purposeNames(), ", "))
		}
		list = slices.Collect(crawler.ByPurpose(purpose))
	}
	if c.JSON {
		return a.writeIndented(list)
	}
	t := a.newTable(head{title: "TOKEN"}, head{title: "VENDOR", flexible: true}, head{title: "PURPOSE"},
		head{title: "OBEYS"}, head{title: "READS AS"}, head{title: "SOURCE"})
	for _, k := range list {
		err := t.row(cell{k.Token, a.style.bold}, cell{text: orDash(k.Vendor)}, cell{text: string(k.Purpose)},
			cell{string(k.Obeys), a.obeysColour(k.Obeys)}, cell{text: k.Profile}, cell{sourceWord(k), a.style.dim})
		if err != nil {
			return err
		}
	}
	return t.flush()
}

func purposeNames() []string {
	var names []string
	for _, p := range crawler.Purposes() {
		names = append(names, string(p))
	}
	return names
}

func listNames(a *app) error {
	for k := range crawler.All() {
		fmt.Fprintln(a.out, k.Token)
	}
	for p := range crawler.Profiles() {
		fmt.Fprintln(a.out, p.Name)
	}
	return nil
}

func (a *app) obeysColour(o crawler.Obedience) func(string) string {
	switch o {
	case crawler.ObeysFully:
		return a.style.green
	case crawler.ObeysNot:
		return a.style.red
	case crawler.ObeysPartly:
		return a.style.yellow
	}
	return a.style.dim
}

// sourceWord says how sure the facts about a crawler are, and whether it still runs.
func sourceWord(k crawler.Crawler) string {
	s := string(k.Confidence)
	if len(k.Except) > 0 {
		s += ", in part"
	}
	switch {
	case k.Retired:
		s += ", retired"
	case k.Legacy:
		s += ", legacy"
	}
	return s
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// one tells of one crawler, or of one profile.
func (c *crawlersCmd) one(a *app) error {
	if strings.TrimSpace(*c.Name) == "" {
		return noCrawlerName("")
	}
	known, profile, err := find(*c.Name)
	if err != nil {
		return unknownCrawler(err)
	}
	if c.JSON {
		return a.writeIndented(struct {
			Crawler *crawler.Crawler `json:"crawler"` // null for a profile
			Chain   []string         `json:"chain"`
			Profile crawler.Profile  `json:"profile"`
		}{known, orEmpty(profile.Chain), profile})
	}
	if known != nil {
		a.describeCrawler(known)
	}
	a.describeProfile(&profile, known == nil)
	return nil
}

// find returns the crawler of a name or of a User-Agent header with its profile, or the profile of a name alone. As for
// --crawler, a profile's name as it is spelled comes first.
func find(name string) (*crawler.Crawler, crawler.Profile, error) {
	for p := range crawler.Profiles() {
		if p.Name == name {
			return nil, p, nil
		}
	}
	known, ok := crawler.Lookup(name)
	if !ok && strings.ContainsAny(name, "/ ") {
		known, ok = crawler.Match(name)
	}
	if !ok {
		profile, err := crawler.Resolve(name)
		return nil, profile, err
	}
	profile, err := crawler.Resolve(known.Token)
	return &known, profile, err
}
