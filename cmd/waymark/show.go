package main

import (
	"fmt"
	"slices"
	"strings"

	"waymark.example/robotstxt"
)

// showCmd is "waymark show".
type showCmd struct {
	File    string `arg:"" placeholder:"FILE" help:"The robots.txt; - is stdin."`
	Dialect string `placeholder:"DIALECT" help:"How the file is read: rfc9309 (the default), google or first-match."`
	Strict  bool   `help:"Do not accept misspelt keys and missing colons."`
	Lines   bool   `help:"Show every line with what it is and what is odd about it."`
	JSON    bool   `name:"json" help:"Write JSON; its lines are an empty list without --lines."`
}

func (showCmd) Help() string {
	return `Examples:

    waymark show robots.txt
    waymark show --lines --dialect google robots.txt
    curl -sL https://example.com/robots.txt | waymark show --json - | jq '.groups[].agents[].value'`
}

// maxShown bounds what show takes apart: each rule becomes some hundred octets.
const maxShown = 64 << 20

// Run shows the file.
func (c *showCmd) Run(a *app) error {
	dialect, err := dialectOf(c.Dialect)
	if err != nil {
		return err
	}
	a.beginReading(c.File)
	text, err := a.readBody(c.File, "show -")
	if err != nil {
		return err
	}
	if len(text) > maxShown {
		return fmt.Errorf("%s has %s octets: show takes at most %s", displayName(c.File), grouped(int64(len(text))), grouped(maxShown))
	}
	if odd := oddBody(text, dialect); odd != "" {
		a.warn("%s %s", displayName(c.File), odd)
	}
	f := robotstxt.Parse(text, &robotstxt.Options{Dialect: dialect, Strict: c.Strict})
	a.endProgress()
	if c.JSON {
		return a.writeIndented(c.outline(f, len(text)))
	}
	if c.Lines {
		return a.showLines(f)
	}
	return c.showText(a, f, len(text))
}

// An outline is a robots.txt as data. A list that is empty is an empty array.
type outline struct {
	File     string                `json:"file"`
	Dialect  robotstxt.Dialect     `json:"dialect"`
	Octets   int                   `json:"octets"`
	NumLines int                   `json:"num_lines"`
	Groups   []outlineGroup        `json:"groups"`
	Sitemaps []robotstxt.URLRecord `json:"sitemaps"`
	Licenses []robotstxt.URLRecord `json:"licenses"`
	Others   []outlineRecord       `json:"others"`
	Odd      []outlineLine         `json:"odd"`
	Lines    []outlineLine         `json:"lines"` // none without --lines
}

// An outlineGroup is a robotstxt.Group whose lists are never absent.
type outlineGroup struct {
	First   int               `json:"first_line"`
	Last    int               `json:"last_line"`
	Agents  []robotstxt.Agent `json:"agents"`
	Rules   []robotstxt.Rule  `json:"rules"`
	Records []outlineRecord   `json:"records"`
}

// An outlineRecord is a record, and why its value cannot be read.
type outlineRecord struct {
	robotstxt.Record
	ValueError string `json:"value_error,omitempty"`
}

// An outlineLine is a line as data. Offset and length are in octets of the text that was read.
type outlineLine struct {
	Line     int            `json:"line"`
	Kind     robotstxt.Kind `json:"kind"`
	Oddities []string       `json:"oddities"`
	Offset   int            `json:"offset"`
	Length   int            `json:"length"`
	Text     string         `json:"text"` // without the line end
	Key      string         `json:"key"`
	Value    string         `json:"value"`
	Comment  string         `json:"comment"`

	ValueError string `json:"value_error,omitempty"`
}

func (c *showCmd) outline(f *robotstxt.File, octets int) outline {
	o := outline{
		File: displayName(c.File), Dialect: f.Dialect(), Octets: octets, NumLines: f.NumLines(), Groups: []outlineGroup{},
		Sitemaps: orEmpty(f.Sitemaps()), Licenses: orEmpty(f.Licenses()), Others: outlineRecords(f.Others()),
		Odd: []outlineLine{}, Lines: []outlineLine{},
	}
	for _, g := range f.Groups() {
		o.Groups = append(o.Groups, outlineGroup{g.First, g.Last, orEmpty(g.Agents), orEmpty(g.Rules), outlineRecords(g.Records)})
	}
	for line := range f.Lines() {
		odd := isOdd(line)
		if !odd && !c.Lines {
			continue
		}
		l := outlineLine{
			Line: line.Number, Kind: line.Kind, Oddities: orEmpty(line.Oddities.Names()),
			Offset: line.Whole.Start, Length: line.Whole.End - line.Whole.Start, Text: f.Slice(line.Whole),
			Key: f.Slice(line.Key), Value: f.Slice(line.Value), Comment: f.Slice(line.Comment),
			ValueError: valueErrorText(line.Kind, f.Slice(line.Value)),
		}
		if odd {
			o.Odd = append(o.Odd, l)
		}
		if c.Lines {
			o.Lines = append(o.Lines, l)
		}
	}
	return o
}

func outlineRecords(records []robotstxt.Record) []outlineRecord {
	list := make([]outlineRecord, len(records))
	for i, r := range records {
		list[i] = outlineRecord{r, valueErrorText(r.Kind, r.Value)}
	}
	return list
}

// orEmpty makes an absent list an empty array in JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// isOdd reports whether there is something to say about a line.
func isOdd(line robotstxt.Line) bool {
	return line.Oddities != 0 || line.Kind == robotstxt.Malformed || line.Kind == robotstxt.Unknown
}

// fileWide reports whether records of a kind are shown in a list of their own, wherever they stand.
func fileWide(k robotstxt.Kind) bool {
	switch k {
	case robotstxt.Sitemap, robotstxt.License, robotstxt.Host, robotstxt.CleanParam, robotstxt.Unknown:
		return true
	}
	return false
}

// groupLines returns the numbers of the lines that are shown with a group, in order.
func groupLines(g *robotstxt.Group) []int {
	var numbers []int
	for _, agent := range g.Agents {
		numbers = append(numbers, agent.Line)
	}
	for _, rule := range g.Rules {
		numbers = append(numbers, rule.Line)
	}
	for _, record := range g.Records {
		if !fileWide(record.Kind) {
			numbers = append(numbers, record.Line)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// groupTitle names a group by its first agents.
func groupTitle(g *robotstxt.Group) string {
	const most = 5
	var names []string
	for i, agent := range g.Agents {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(g.Agents)-most))
			break
		}
		name := agent.Value
		if name == "" {
			name = `""`
		}
		names = append(names, clip(visible(name), tableWide))
	}
	return strings.Join(names, ", ")
}
