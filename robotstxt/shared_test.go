package robotstxt

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// openShared opens a file of the reference material that lies beside the checkout of the project's developers.
func openShared(t testing.TB, name string) io.Reader {
	file, err := os.Open(filepath.Join("..", "..", "shared", name))
	if err != nil {
		t.Skipf("left out: no reference material beside the checkout (%v)", err)
	}
	t.Cleanup(func() { file.Close() })
	unzipped, err := gzip.NewReader(bufio.NewReaderSize(file, 1<<16))
	if err != nil {
		t.Fatal(err)
	}
	return unzipped
}

// corpus returns the real files, by host.
func corpus(t testing.TB) map[string]string {
	files := make(map[string]string)
	for r := tar.NewReader(openShared(t, "corpus/robots.tar.gz")); ; {
		header, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		body, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimSuffix(filepath.Base(header.Name), ".txt")] = string(body)
	}
	if len(files) < 3000 {
		t.Fatalf("the corpus holds %d files only", len(files))
	}
	return files
}

// A conformanceCase is one line of cases.jsonl.
type conformanceCase struct {
	ID, Agent     string
	Agents        []string
	Robots        string
	RobotsB64     []byte `json:"robots_b64"`
	URL           *string
	Allow, Google *bool
}

func (c *conformanceCase) text() string {
	if c.RobotsB64 != nil {
		return string(c.RobotsB64)
	}
	return c.Robots
}

func conformanceCases(t testing.TB) []conformanceCase {
	var cases []conformanceCase
	lines := bufio.NewScanner(openShared(t, "conformance/cases.jsonl.gz"))
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		// Two cases expect a delay that JSON has no number for.
		line := strings.ReplaceAll(lines.Text(), ": Infinity}", ": null}")
		var c conformanceCase
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err, line)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

// misread are cases whose google field cannot be what Google's matcher said: one of them is about an empty file, which
// its code allows. All three have "disallowed" in their URL, and no case with it says anything else, so the field was
// taken from a line of output that repeats the URL.
var misread = map[string]bool{"protego-0049": true, "protego-0050": true, "protego-0053": true}

// TestGoogleCases compares the google dialect with what Google's matcher said.
func TestGoogleCases(t *testing.T) {
	n := 0
	for _, c := range conformanceCases(t) {
		if c.Google == nil || c.URL == nil {
			continue
		}
		n++
		// Google takes any text for a URL; PathOf refuses a few of these.
		p := newPath(*c.URL, *c.URL)
		if got := Parse(c.text(), &Options{Dialect: Google}).Rules(c.Agent).Check(p); got.Allowed != (*c.Google != misread[c.ID]) {
			t.Errorf("%s: %q %q: got %v (line %d), Google says %v", c.ID, c.Agent, *c.URL, got.Allowed, got.Line, *c.Google)
		}
	}
	if n != 2306 {
		t.Errorf("%d cases, want 2306", n)
	}
}

// TestGoogleCorpus compares verdicts and deciding lines with Google's matcher over real files.
func TestGoogleCorpus(t *testing.T) {
	files := corpus(t)
	rows := bufio.NewScanner(openShared(t, "corpus/google_verdicts.tsv.gz"))
	rows.Buffer(nil, 1<<20)
	parsed := make(map[string]*File)
	paths := make(map[string]Path)
	n, wrong, empty := 0, 0, 0
	for rows.Scan() {
		column := strings.Split(rows.Text(), "\t")
		host, token, url := column[0], column[1], column[2]
		wantLine, err := strconv.Atoi(column[4])
		if err != nil || len(column) != 6 {
			t.Fatalf("row %q", rows.Text())
		}
		n++
		f := parsed[host]
		if f == nil {
			f = Parse(files[host], &Options{Dialect: Google})
			parsed[host] = f
		}
		p, ok := paths[url]
		if !ok {
			p = newPath(url, url)
			paths[url] = p
		}
		rules := f.Rules(token)
		got := rules.Check(p)
		switch {
		case got.Allowed != (column[3] == "allowed"), rules.Named() != (column[5] == "1"):
			wrong++
		case got.Line == wantLine:
		case got.Line == 0 && f.Slice(f.Line(wantLine).Value) == "":
			// Google names the line of an empty pattern; here an empty pattern never decides.
			empty++
		default:
			wrong++
		}
		if wrong > 0 && wrong < 10 && (got.Allowed != (column[3] == "allowed") || got.Line != wantLine) {
			t.Errorf("%q: got %v, line %d, named %v", rows.Text(), got.Allowed, got.Line, rules.Named())
		}
	}
	if n != 152763 || wrong > 0 {
		t.Errorf("%d of %d rows differ", wrong, n)
	}
	t.Logf("%d rows equal; for %d of them Google names the line of an empty pattern", n, empty)
}

// differences returns the reasons of testdata/differences.txt by case.
func differences(t *testing.T) map[string]string {
	text, err := os.ReadFile("testdata/differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	reasons := make(map[string]string)
	reason := ""
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "#"), strings.TrimSpace(line) == "":
		case strings.HasPrefix(line, "\t"):
			for _, id := range strings.Fields(line) {
				reasons[id] = reason
			}
		default:
			reason = strings.TrimSpace(line)
		}
	}
	return reasons
}

// TestRFC9309Cases compares the default dialect with what the suites of other implementations expect: each difference
// has its reason in testdata/differences.txt, and each reason is needed.
func TestRFC9309Cases(t *testing.T) {
	reasons := differences(t)
	compared := 0
	for _, c := range conformanceCases(t) {
		if c.URL == nil || c.Allow == nil {
			continue
		}
		compared++
		tokens := c.Agents
		if len(tokens) == 0 {
			tokens = []string{c.Agent}
		}
		p, err := PathOf(*c.URL)
		same := err == nil && Parse(c.text(), nil).Rules(tokens...).Check(p).Allowed == *c.Allow
		if _, listed := reasons[c.ID]; same == listed {
			t.Errorf("%s: tokens %q, URL %q: same as the suite: %v; listed as different: %v", c.ID, tokens, clip(*c.URL), same, listed)
		}
		delete(reasons, c.ID)
	}
	if compared < 2000 || len(reasons) > 0 {
		t.Errorf("%d cases compared; reasons for cases that are not there: %v", compared, reasons)
	}
}
