package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"waymark.example/crawler"
	"waymark.example/internal/ndjson"
	"waymark.example/robotstxt"
)

// checkCmd is "waymark check".
type checkCmd struct {
	File    string   `short:"f" placeholder:"FILE" help:"The robots.txt, taken as it is for every URL; - is stdin."`
	Agent   []string `short:"a" sep:"none" placeholder:"LIST" help:"Product tokens: a list with commas, each a fallback chain with colons. Default: *, whoever no group names."`
	Crawler []string `sep:"none" placeholder:"CRAWLER" help:"Known crawlers, each with its tokens, dialect and limits: a list with commas."`
	Dialect string   `placeholder:"DIALECT" help:"How the file is read: rfc9309 (the default), google or first-match."`
	Strict  bool     `help:"Do not accept misspelt keys and missing colons."`
	URLs    string   `name:"urls" placeholder:"FILE" help:"Read URLs and paths from a file, one a line; - is stdin. Lines that begin with # are comments."`
	JSON    bool     `name:"json" help:"Write an array with an answer for each question."`
	NDJSON  bool     `name:"ndjson" help:"Answer questions from stdin, one JSON object a line, in order."`

	Targets []string `arg:"" optional:"" name:"url" help:"Absolute URLs, or paths that begin with /."`

	urls io.ReadCloser // what URLs names
}

func (checkCmd) Help() string {
	return `One URL and one agent are explained, with the line that decides. Several of either make a table.

Examples:

    waymark check -f robots.txt https://example.com/blog/
    waymark check -f robots.txt -a GPTBot,Googlebot-Image:Googlebot /blog/ /private/
    waymark check -f robots.txt --crawler bingbot,Applebot /search?q=1
    waymark check -f robots.txt -a GPTBot --urls urls.txt --json
    curl -sL https://example.com/robots.txt | waymark check -f - -a GPTBot /blog/
    echo '{"id":1,"robots":"User-agent: *\nDisallow: /a","url":"/a"}' | waymark check --ndjson

Fetching is not part of this version, so -f must say which robots.txt to read.

Questions and answers of --ndjson, with "robots_b64" or "file" in the place of "robots", and "*" where "agent" is absent:

    {"id":any, "robots":string, "agent":string, "url":string}
    {"id", "allowed", "reason", "line", "pattern", "agent", "group", "path", "usage"}
    {"id", "error"}

Exit status: 2 if a question has no answer, else 1 if any answer is "disallowed", else 0. With --ndjson 0 if every line was answered, else 2.`
}

// Run answers the questions.
func (c *checkCmd) Run(a *app) error {
	if c.NDJSON {
		return c.answerLines(a)
	}
	if err := c.validate(); err != nil {
		return err
	}
	askers, err := c.askers(a)
	if err != nil {
		return err
	}
	a.beginReading(c.File)
	text, err := a.readBody(c.File, "check -f - ...")
	if err != nil {
		return err
	}
	if odd := oddBody(text, askers[0].profile.Dialect); odd != "" {
		a.warn("%s %s", displayName(c.File), odd)
	}
	c.read(a, text, askers)
	a.endProgress()
	if err := c.openURLs(a); err != nil {
		return err
	}
	if !c.explains(askers) {
		for _, k := range askers {
			if k.profile.Exempt {
				a.warn("%s: %s", k.exemption(), k.exemptMeans("allowed"))
			}
		}
	}
	var s tally
	switch {
	case c.JSON:
		s, err = c.writeJSON(a, askers)
	case c.explains(askers):
		s, err = c.explain(a, askers[0])
	default:
		s, err = c.writeTable(a, askers)
	}
	if err != nil {
		return err
	}
	return s.status()
}

// explains reports whether the answer is an explanation: there is one question, and no JSON is wanted.
func (c *checkCmd) explains(askers []*asker) bool {
	return !c.JSON && c.URLs == "" && len(c.Targets) == 1 && len(askers) == 1
}

// validate finds questions that cannot be asked.
func (c *checkCmd) validate() error {
	site := ""
	if len(c.Targets) > 0 {
		site = siteOf(c.Targets[0])
	}
	switch {
	case len(c.Targets) == 0 && c.URLs == "":
		return usageError("there is nothing to check: give URLs or paths, or --urls FILE")
	case c.File == "" && site != "":
		return noFetching(site+"/robots.txt",
			fmt.Sprintf("curl -sL %s | waymark check -f - %s", shellWord(site+"/robots.txt"), shellWord(c.Targets[0])))
	case c.File == "":
		return usageError("which robots.txt? fetching is not part of this version: give one with -f FILE")
	case len(c.Agent) > 0 && len(c.Crawler) > 0:
		return usageError("-a and --crawler do not go together: a known crawler has its own tokens")
	case len(c.Crawler) > 0 && (c.Dialect != "" || c.Strict):
		return usageError("--dialect and --strict do not go with --crawler: a known crawler has its own way of reading")
	case c.File == "-" && c.URLs == "-":
		return usageError("-f and --urls cannot both be stdin")
	}
	return nil
}

// siteOf returns the scheme and the authority of a URL, or "" for anything else.
func siteOf(url string) string {
	if !isURL(url) {
		return ""
	}
	scheme, rest, _ := strings.Cut(url, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return scheme + "://" + rest
}

// answerLines is --ndjson.
func (c *checkCmd) answerLines(a *app) error {
	if c.File != "" || len(c.Agent) > 0 || len(c.Crawler) > 0 || c.URLs != "" || c.JSON || len(c.Targets) > 0 {
		return usageError("--ndjson takes the file, the agent and the URL from each line: only --dialect and --strict go with it")
	}
	dialect, err := dialectOf(c.Dialect)
	if err != nil {
		return err
	}
	a.progress.beginBesideData(a.ctx, func(n int64) string { return fmt.Sprintf("waymark: %s octets read", grouped(n)) })
	answerer := ndjson.NewAnswerer(&ndjson.Options{
		Dialect: dialect, Strict: c.Strict,
		ReadFile: readFile,
	})
	stats, err := answerer.Run(a.ctx, countingReader{a.in, a.progress}, a.stdout)
	a.endProgress()
	if err != nil {
		return err
	}
	if stats.Errors > 0 {
		have := "have"
		if stats.Errors == 1 {
			have = "has"
		}
		a.talk("error", fmt.Sprintf("%s of %s %s no verdict: see the answers with \"error\"",
			grouped(int64(stats.Errors)), plural(stats.Questions, "question"), have))
		return status(statusFailed)
	}
	return nil
}

// dialectOf returns the dialect of a flag's value, RFC 9309 where it is not given.
func dialectOf(name string) (robotstxt.Dialect, error) {
	if name == "" {
		return robotstxt.RFC9309, nil
	}
	d, err := robotstxt.ParseDialect(name)
	if err != nil {
		err = fmt.Errorf("--dialect: %s", plain(err))
	}
	return d, err
}

// An asker is somebody to be answered: a chain of product tokens, or a known crawler.
type asker struct {
	agent   string // its tokens, joined with ":"
	crawler string // as it was named; "" for tokens
	profile crawler.Profile
	file    *robotstxt.File
	rules   *robotstxt.Rules
}

// label names the asker in tables.
func (k *asker) label() string {
	if k.crawler != "" {
		return k.crawler
	}
	return k.agent
}

// askers returns who asks, without their rules.
func (c *checkCmd) askers(a *app) ([]*asker, error) {
	var askers []*asker
	if len(c.Crawler) > 0 {
		return c.crawlers()
	}
	dialect, err := dialectOf(c.Dialect)
	if err != nil {
		return nil, err
	}
	lists := c.Agent
	if len(lists) == 0 {
		lists = []string{"*"}
	}
	for chain := range strings.SplitSeq(strings.Join(lists, ","), ",") {
		tokens, err := a.tokens(chain)
		if err != nil {
			return nil, err
		}
		askers = append(askers, &asker{agent: strings.Join(tokens, ":"), profile: crawler.Profile{Chain: tokens, Dialect: dialect}})
	}
	return askers, nil
}

// crawlers returns the known crawlers that ask. An empty name is none of them: it is a variable of a script that is not
// set, and must not read as a crawler that may fetch.
func (c *checkCmd) crawlers() ([]*asker, error) {
	var askers []*asker
	for name := range strings.SplitSeq(strings.Join(c.Crawler, ","), ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, noCrawlerName("--crawler: ")
		}
		profile, err := crawler.Resolve(name)
		if err != nil {
			return nil, unknownCrawler(err)
		}
		agent := strings.Join(profile.Chain, ":")
		if agent == "" {
			agent = "*"
		}
		askers = append(askers, &asker{agent: agent, crawler: name, profile: profile})
	}
	return askers, nil
}

// tokens returns the tokens of a fallback chain, and warns of those that are none by RFC 9309.
func (a *app) tokens(chain string) ([]string, error) {
	tokens := strings.Split(chain, ":")
	for i, token := range tokens {
		token = strings.Trim(token, " ")
		if err := robotstxt.ValidateToken(token); err != nil {
			return nil, &hinted{fmt.Errorf("-a: %s", plain(err)), `-a takes a list with commas, each a fallback chain with colons: -a Googlebot-Image:Googlebot,GPTBot`}
		}
		tokens[i] = token
		if robotstxt.IsProductToken(token) || token == "*" {
			continue
		}
		a.warn("-a: %q is no product token of RFC 9309 §2.2.1 (letters, \"-\" and \"_\"): it is compared as it is", token)
		if likely := robotstxt.ProductTokens(token); len(likely) > 0 && !strings.EqualFold(likely[0], token) && strings.ContainsAny(token, "/ ;(") {
			a.talk("hint", fmt.Sprintf("for the crawler that sends this as its User-Agent try -a %s", likely[0]))
		}
	}
	return tokens, nil
}

func noCrawlerName(prefix string) error {
	return &hinted{fmt.Errorf("%sthe name of a crawler is empty", prefix), `"waymark crawlers" lists the known ones; for crawlers that no group names ask with -a "*"`}
}

func unknownCrawler(err error) error {
	var unknown *crawler.UnknownError
	if !errors.As(err, &unknown) {
		return err
	}
	hint := `"waymark crawlers" lists the known ones; -a takes any token`
	if len(unknown.Near) > 0 {
		hint = "did you mean " + strings.Join(unknown.Near, " or ") + "? " + hint
	}
	return &hinted{fmt.Errorf("no known crawler is named %q", unknown.Name), hint}
}

// read parses the file for each asker: once for each dialect, and for crawlers as far as they read.
func (c *checkCmd) read(a *app, text string, askers []*asker) {
	type reading struct {
		dialect robotstxt.Dialect
		limits  crawler.Limits
		known   bool
		limited bool // by what is known of the crawler
	}
	read := map[reading]*robotstxt.File{}
	for _, k := range askers {
		key := reading{k.profile.Dialect, k.profile.Limits, k.crawler != "", k.limited()}
		if k.file = read[key]; k.file == nil {
			if key.known {
				k.file = a.parseFor(k, text)
			} else {
				k.file = robotstxt.Parse(text, &robotstxt.Options{Dialect: key.dialect, Strict: c.Strict})
			}
			read[key] = k.file
		}
		k.rules = k.profile.Rules(k.file)
	}
}

// limited reports whether it is documented how much of a file a known crawler reads.
func (k *asker) limited() bool {
	assumed := k.profile.Name == standard && k.crawler != standard // by the profile of those with none of their own
	return k.profile.Limits.MaxBytes > 0 && !assumed
}

// standard is the profile of crawlers whose own reading is not documented.
const standard = "rfc9309"

// parseFor parses as much of the text as a known crawler reads, and says so if that is not all.
func (a *app) parseFor(k *asker, text string) *robotstxt.File {
	limit := k.profile.Limits.MaxBytes
	if limit <= 0 {
		limit = robotstxt.DefaultLimit
	}
	if len(text) <= limit {
		return k.profile.Parse([]byte(text))
	}
	switch {
	case k.profile.Opens(len(text)):
		a.warn("the file has %s octets: %s takes a site for open whose robots.txt has more than %s",
			grouped(int64(len(text))), k.crawler, grouped(int64(limit)))
	case k.limited():
		a.warn("the file has %s octets, of which %s reads the first %s",
			grouped(int64(len(text))), k.crawler, grouped(int64(limit)))
	default:
		a.warn("the file has %s octets, of which Waymark reads the first %s for %s: the least that RFC 9309 §2.5 asks for, as no limit is documented",
			grouped(int64(len(text))), grouped(int64(limit)), k.crawler)
	}
	return k.profile.Parse([]byte(text[:limit+1])) // one more, for Parse to see that there is more
}
