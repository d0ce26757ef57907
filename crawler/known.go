package crawler

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"waymark.example/crawler/registry"
)

// schema is the version of the data that this package reads.
const schema = 1

// A data is the content of the registry, with its indexes.
type data struct {
	profiles []Profile
	crawlers []Crawler
	byName   map[string]int // profiles, by name
	byToken  map[string]int // crawlers, by token in lower case
	needles  map[string][]needle
}

// known is decoded on first use. The data is a part of the program, so a fault in it is a bug; a test reads it too.
var known = sync.OnceValue(func() *data {
	k, err := decode(registry.JSON())
	if err != nil {
		panic(err)
	}
	return k
})

// A listing is a token of a public list.
type listing struct {
	Token      string    `json:"token"`
	Purpose    Purpose   `json:"purpose"`
	Obeys      Obedience `json:"obeys"`
	CommonWord bool      `json:"common_word"`
	Note       string    `json:"note"`
}

// decode reads the registry's data. Unknown keys, a second value, and names given twice are errors.
func decode(text string) (*data, error) {
	var in struct {
		Schema   int       `json:"schema"`
		Profiles []Profile `json:"profiles"`
		Crawlers []Crawler `json:"crawlers"`
		List     struct {
			Source     string     `json:"source"`
			Date       string     `json:"date"`
			Confidence Confidence `json:"confidence"`
		} `json:"list"`
		Listed []listing `json:"listed"`
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return nil, fmt.Errorf("crawler: registry: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("crawler: registry: more than one value")
	}
	if in.Schema != schema {
		return nil, fmt.Errorf("crawler: registry: schema %d: want %d", in.Schema, schema)
	}
	k := &data{profiles: in.Profiles, crawlers: in.Crawlers}
	for _, l := range in.Listed {
		c := Crawler{
			Token: l.Token, Purpose: l.Purpose, Obeys: l.Obeys, Note: l.Note,
			Profile: rfcProfile, Listed: true, UserFetch: l.Purpose == ForAIUser,
			Sources: []string{in.List.Source}, Date: in.List.Date, Confidence: in.List.Confidence,
		}
		if !l.CommonWord {
			c.UserAgent = l.Token
		}
		k.crawlers = append(k.crawlers, c)
	}
	return k, k.index()
}

// index fills the indexes, and finds names given twice and profiles that are not there.
func (k *data) index() error {
	k.byName = make(map[string]int, len(k.profiles))
	for i, p := range k.profiles {
		if _, twice := k.byName[p.Name]; twice {
			return fmt.Errorf("crawler: registry: profile %q: given twice", p.Name)
		}
		k.byName[p.Name] = i
	}
	k.byToken = make(map[string]int, len(k.crawlers))
	k.needles = make(map[string][]needle, len(k.crawlers))
	for i, c := range k.crawlers {
		token := strings.ToLower(c.Token)
		if _, twice := k.byToken[token]; twice {
			return fmt.Errorf("crawler: registry: token %q: given twice", c.Token)
		}
		if _, ok := k.byName[c.Profile]; !ok {
			return fmt.Errorf("crawler: registry: token %q: unknown profile %q", c.Token, c.Profile)
		}
		k.byToken[token] = i
		if c.UserAgent != "" {
			text := strings.ToLower(c.UserAgent)
			first := text[:pieceEnd(text, 0)]
			k.needles[first] = append(k.needles[first], needle{text: text, crawler: i})
		}
	}
	for i, p := range k.profiles {
		if len(p.Chain) == 0 {
			continue
		}
		if main, ok := k.byToken[strings.ToLower(p.Chain[0])]; ok {
			k.profiles[i].binding = k.crawlers[main].binding()
		}
	}
	return nil
}
