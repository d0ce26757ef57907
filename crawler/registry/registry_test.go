package registry

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

func TestJSONIsOneEntryALine(t *testing.T) {
	if !json.Valid([]byte(JSON())) {
		t.Fatal("the data is not valid JSON")
	}
	entries := 0
	for n, line := range strings.Split(JSON(), "\n") {
		if !strings.HasPrefix(line, "    ") {
			continue
		}
		entries++
		if entry := strings.TrimSuffix(strings.TrimSpace(line), ","); !json.Valid([]byte(entry)) || entry[0] != '{' {
			t.Errorf("line %d holds no whole entry: %.60s", n+1, line)
		}
	}
	if entries == 0 {
		t.Fatal("no entries")
	}
}

// A reader of the data wants to look up what a fact comes from: a source is the URL of a page, or an RFC.
func TestSourcesAreURLsOrRFCs(t *testing.T) {
	type entry struct {
		Name    string   `json:"name"`
		Token   string   `json:"token"`
		Sources []string `json:"sources"`
	}
	var in struct {
		Profiles []entry `json:"profiles"`
		Crawlers []entry `json:"crawlers"`
		List     struct {
			Source string `json:"source"`
		} `json:"list"`
	}
	if err := json.Unmarshal([]byte(JSON()), &in); err != nil {
		t.Fatal(err)
	}
	source := regexp.MustCompile(`^(https?://[a-z0-9.-]+\.[a-z]+/[!-~]*|RFC [0-9]+)$`)
	entries := append(in.Profiles, in.Crawlers...)
	entries = append(entries, entry{Name: "list", Sources: []string{in.List.Source}})
	checked := 0
	for _, e := range entries {
		for _, s := range e.Sources {
			checked++
			if !source.MatchString(s) {
				t.Errorf("%s%s: source %q is neither a URL nor an RFC", e.Name, e.Token, s)
			}
		}
	}
	if checked < 100 {
		t.Errorf("%d sources", checked)
	}
}
