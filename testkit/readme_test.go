package testkit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReadmeTables checks that the tables name every vector, nothing else, and at the vector's section and level; and
// that a row without vectors says why.
func TestReadmeTables(t *testing.T) {
	vectors, err := Vectors()
	if err != nil {
		t.Fatal(err)
	}
	byName, placed := map[string]Vector{}, map[string]bool{}
	for _, v := range vectors {
		byName[v.Name] = v
	}
	_, tables, _ := strings.Cut(readme(t), "## What is covered")
	rows, name := 0, regexp.MustCompile("^`([a-z0-9-]+/[a-z0-9-]+)`$")
	for row := range strings.Lines(tables) {
		cells := strings.Split(strings.TrimSpace(row), " | ")
		if len(cells) != 4 || !strings.HasPrefix(cells[0], "| §") && cells[1] != "decision" && cells[1] != "MUST" {
			continue
		}
		rows++
		list := strings.TrimSuffix(cells[3], " |")
		if reason, none := strings.CutPrefix(list, "none: "); none {
			if len(reason) < 10 {
				t.Errorf("no reason: %s", row)
			}
			continue
		}
		for cell := range strings.SplitSeq(list, ", ") {
			m := name.FindStringSubmatch(cell)
			if m == nil {
				t.Errorf("%q is no vector, in %s", cell, row)
				continue
			}
			v, exists := byName[m[1]]
			if !exists {
				t.Errorf("there is no vector %s", m[1])
			}
			if strings.HasSuffix(v.Section, strings.TrimPrefix(cells[0], "| ")) && v.Level == cells[1] {
				placed[m[1]] = true
			} else {
				placed[m[1]] = placed[m[1]] || false
			}
		}
	}
	if rows < 100 {
		t.Errorf("found %d rows only", rows)
	}
	for _, v := range vectors {
		if inPlace, named := placed[v.Name]; !named {
			t.Errorf("%s is in no row", v.Name)
		} else if !inPlace {
			t.Errorf("%s is in no row of %s with level %s", v.Name, v.Section, v.Level)
		}
	}
}

// TestReadmeNumbers checks the numbers of the first screen.
func TestReadmeNumbers(t *testing.T) {
	vectors, err := Vectors()
	if err != nil {
		t.Fatal(err)
	}
	report, err := Check(parrot(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("\n%d vectors", len(vectors)),
		fmt.Sprintf("rfc9309: %d questions, 0 skipped, 0 failures", report.Asked),
	} {
		if !strings.Contains(readme(t), want) {
			t.Errorf("README.md does not say %q", strings.TrimSpace(want))
		}
	}
}

// TestReadmeVector checks that the vector shown is one of the kit.
func TestReadmeVector(t *testing.T) {
	text, err := vectorFiles.ReadFile("vectors/groups/figure-2-merge.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(readme(t), "```\n"+string(text)+"```\n") {
		t.Error("README.md shows another vector than groups/figure-2-merge")
	}
}

// python returns an interpreter, or skips the test.
func python(t *testing.T, version string) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	out, err := exec.Command(path, "--version").Output()
	if err != nil || !strings.HasPrefix(string(out), "Python "+version) {
		t.Skipf("want Python %s, have %s", version, bytes.TrimSpace(out))
	}
	return path
}

// script writes the nth block of Python in the README to a file.
func script(t *testing.T, n int, more string) string {
	t.Helper()
	blocks := strings.Split(readme(t), "```python\n")
	block, _, ok := strings.Cut(blocks[n], "```\n")
	if !ok || strings.Count(block, "\n") > 40 {
		t.Fatalf("block %d has no end or is longer than 40 lines", n)
	}
	name := filepath.Join(t.TempDir(), "script.py")
	if err := os.WriteFile(name, []byte(block+more), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestReadmeRunner asks Python's own reader with the README's program: the vectors of first-match are true of it.
func TestReadmeRunner(t *testing.T) {
	cmd := exec.Command(python(t, "3.11."), script(t, 1, ""))
	opts := &Options{Dialect: FirstMatch, Fields: []string{"allowed"}}
	var questions bytes.Buffer
	if err := Stream(&questions, opts); err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stderr = &questions, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	report, err := Compare(bytes.NewReader(out), opts)
	if err != nil || len(report.Failures) > 0 {
		t.Errorf("%v %v", report.Failures, err)
	}
}

// TestReadmeReader checks that the README's reader of the format reads what the loader does.
func TestReadmeReader(t *testing.T) {
	cmd := exec.Command(python(t, "3."), script(t, 2, `
import json
for name, v in sorted(vectors.items()):
    cases = [[c["agent"], c["url"], {d: {f: str(x) for f, x in w.items()} for d, w in c["want"].items()}] for c in v["cases"]]
    print(json.dumps([name, v["title"], v["section"], v["level"], v["dialects"], v["note"], v["robots"].hex(), cases]))
`), "vectors")
	cmd.Env, cmd.Stderr = append(os.Environ(), "PYTHONIOENCODING=utf-8"), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	vectors, err := Vectors()
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(vectors) {
		t.Fatalf("%d vectors, want %d", len(got), len(vectors))
	}
	slices.SortFunc(vectors, func(a, b Vector) int { return cmp.Compare(a.Name, b.Name) })
	for i, v := range vectors {
		cases := [][]any{}
		for _, c := range v.Cases {
			want := map[string]map[string]string{}
			for d, w := range c.Want {
				want[d] = map[string]string{}
				for _, f := range w.Pinned {
					want[d][f] = fieldsOf(w.Answer)[f]
				}
				// Of usage the reader keeps the text, and of allowed a Python boolean.
				want[d]["allowed"] = map[bool]string{true: "True", false: "False"}[w.Allowed]
			}
			cases = append(cases, []any{c.Agent, c.URL, want})
		}
		notes := append([]string{}, v.Notes...)
		robots := fmt.Sprintf("%x", v.Robots)
		whole := []any{v.Name, v.Title, v.Section, v.Level, strings.Join(v.Dialects, " "), notes, robots, cases}
		var have, expected any
		text, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		if json.Unmarshal(text, &expected) != nil || json.Unmarshal([]byte(got[i]), &have) != nil {
			t.Fatalf("no JSON: %q", got[i])
		}
		if h, e := sorted(have), sorted(expected); h != e {
			t.Errorf("got %.300s, want %.300s", h, e)
		}
	}
}

// sorted returns v as JSON; usage is written in order of category, as the loader does.
func sorted(v any) string {
	out, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	usage := regexp.MustCompile(`"usage":"train-ai:(\w+),search:(\w+)"`)
	return usage.ReplaceAllString(string(out), `"usage":"search:$2,train-ai:$1"`)
}
