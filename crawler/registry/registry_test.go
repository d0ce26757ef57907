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

// A reader of the data wants to know the page that a fact comes from, not how the entry came to be written.
func TestJSONSpeaksOfPagesOnly(t *testing.T) {
	words := regexp.MustCompile(`(?i)\b(memory|corpus|corpora|seeds?|shared|copy id)\b|/work|TODO|FIXME`)
	if found := words.FindAllString(JSON(), -1); found != nil {
		t.Errorf("the data holds %q", found)
	}
}
