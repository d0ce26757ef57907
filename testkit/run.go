package testkit

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Options say what is asked and compared. The zero value asks everything of the rfc9309 dialect.
type Options struct {
	Dialect string   // "rfc9309" (also ""), "google" or "first-match"
	Fields  []string // the fields that are compared, of those that a vector pins; none: all
	Levels  []string // the levels that are asked: MUST, SHOULD, MAY, decision; none: all

	// Skip names vectors ("groups/x") or single questions ("groups/x#2") that are known to fail, with the reason. A
	// skip is run all the same: one that passes now, or that names nothing that is asked, is a failure.
	Skip map[string]string
}

// A Failure is a question that was answered otherwise than its vector says, or a skip that is none.
type Failure struct {
	ID      string // of the question
	Title   string // of the vector
	Section string
	Level   string
	Agent   string
	URL     string
	Field   string // what differs: a field, "error", "answer" or "skip"
	Got     string
	Want    string
}

// String returns the failure in one line.
func (f Failure) String() string {
	if f.Title == "" {
		return fmt.Sprintf("%s: %s: got %q, want %q", f.ID, f.Field, f.Got, f.Want)
	}
	return fmt.Sprintf("%s: %s [%s, %s]: asked %s %s: %s: got %q, want %q",
		f.ID, f.Title, f.Section, f.Level, f.Agent, clip(f.URL), f.Field, f.Got, f.Want)
}

// A Report is the outcome of a run.
type Report struct {
	Asked    int // questions
	Skipped  int // of these, known to fail
	Failures []Failure
}

// T is what [Run] needs of a *testing.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Run asks an implementation every question of a dialect and reports each failure to t. A nil opts is the zero one.
func Run(t T, ask func(Question) Answer, opts *Options) {
	t.Helper()
	report, err := Check(ask, opts)
	if err != nil {
		t.Errorf("%v", err)
	}
	for _, f := range report.Failures {
		t.Errorf("%v", f)
	}
}

// Check asks an implementation every question of a dialect. The error is about the vectors or the options, never
// about an answer.
func Check(ask func(Question) Answer, opts *Options) (Report, error) {
	g, err := newGrader(opts)
	if err != nil {
		return Report{}, err
	}
	for _, it := range g.items {
		g.grade(it, fieldsOf(ask(it.q)))
	}
	return g.finish(), nil
}

// An item is one question with what is expected and where it comes from.
type item struct {
	q    Question
	want Want
	v    *Vector
}

// A grader compares answers and keeps the report.
type grader struct {
	opts   Options
	items  []item
	report Report
	skips  map[string]bool // the skips that something failed under
}

func newGrader(opts *Options) (*grader, error) {
	g := &grader{skips: map[string]bool{}}
	if opts != nil {
		g.opts = *opts
	}
	o := &g.opts
	if o.Dialect == "" {
		o.Dialect = RFC9309
	}
	if !slices.Contains(knownDialects, o.Dialect) {
		return nil, fmt.Errorf("testkit: unknown dialect %q: want one of %s", o.Dialect, strings.Join(knownDialects, ", "))
	}
	for _, f := range o.Fields {
		if !slices.Contains(knownFields, f) {
			return nil, fmt.Errorf("testkit: unknown field %q: want some of %s", f, strings.Join(knownFields, ", "))
		}
	}
	for _, l := range o.Levels {
		if !slices.Contains(knownLevels, l) {
			return nil, fmt.Errorf("testkit: unknown level %q: want some of %s", l, strings.Join(knownLevels, ", "))
		}
	}
	vectors, err := Vectors()
	if err != nil {
		return nil, err
	}
	for i := range vectors {
		v := &vectors[i]
		if !slices.Contains(v.Dialects, o.Dialect) || len(o.Levels) > 0 && !slices.Contains(o.Levels, v.Level) {
			continue
		}
		for n, c := range v.Cases {
			q := Question{ID: v.Name + "#" + strconv.Itoa(n+1), Dialect: o.Dialect, Robots: v.Robots, Agent: c.Agent, URL: c.URL}
			g.items = append(g.items, item{q, c.Want[o.Dialect], v})
		}
	}
	if len(g.items) == 0 {
		return nil, fmt.Errorf("testkit: dialect %s has no question of level %s", o.Dialect, strings.Join(o.Levels, ", "))
	}
	return g, nil
}

// grade compares the fields of an answer; one that is absent was not given.
func (g *grader) grade(it item, got map[string]string) {
	g.report.Asked++
	failures := g.failures(it, got)
	for _, name := range []string{it.v.Name, it.q.ID} {
		if _, skipped := g.opts.Skip[name]; skipped {
			g.skips[name] = g.skips[name] || len(failures) > 0
			g.report.Skipped++
			return
		}
	}
	g.report.Failures = append(g.report.Failures, failures...)
}

func (g *grader) failures(it item, got map[string]string) []Failure {
	f := Failure{ID: it.q.ID, Title: it.v.Title, Section: it.v.Section, Level: it.v.Level, Agent: it.q.Agent, URL: it.q.URL}
	if text, failed := got["error"]; failed {
		f.Field, f.Got, f.Want = "error", clip(text), "an answer"
		return []Failure{f}
	}
	var list []Failure
	want := fieldsOf(it.want.Answer)
	for _, field := range it.want.Pinned {
		if len(g.opts.Fields) > 0 && !slices.Contains(g.opts.Fields, field) {
			continue
		}
		text, given := got[field]
		if given && text == want[field] {
			continue
		}
		f.Field, f.Got, f.Want = field, clip(text), clip(want[field])
		if !given {
			f.Field, f.Got = "answer", "no "+field
		}
		list = append(list, f)
	}
	return list
}

// finish adds the skips that are none, and returns the report.
func (g *grader) finish() Report {
	for _, name := range slices.Sorted(maps.Keys(g.opts.Skip)) {
		failed, asked := g.skips[name]
		if failed {
			continue
		}
		got := "everything passes"
		if !asked {
			got = "no such question"
		}
		g.report.Failures = append(g.report.Failures, Failure{ID: name, Field: "skip", Got: got, Want: "a failure: " + g.opts.Skip[name]})
	}
	return g.report
}

// fieldsOf returns an answer as text per field, the form in which answers are compared.
func fieldsOf(a Answer) map[string]string {
	if a.Error != "" {
		return map[string]string{"error": a.Error}
	}
	allowed := "disallow"
	if a.Allowed {
		allowed = "allow"
	}
	return map[string]string{
		"allowed": allowed, "reason": a.Reason, "line": strconv.Itoa(a.Line), "pattern": a.Pattern, "group": a.Group,
		"path": a.Path, "usage": usageText(a.Usage),
	}
}

// usageText returns usage as a vector writes it, in the order of the categories' names.
func usageText(usage map[string]string) string {
	if usage == nil {
		return "null"
	}
	var parts []string
	for _, category := range slices.Sorted(maps.Keys(usage)) {
		parts = append(parts, category+":"+usage[category])
	}
	return strings.Join(parts, ",")
}

// clip shortens what is shown of hostile or very long text.
func clip(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	return fmt.Sprintf("%s... (%d octets)", strings.ToValidUTF8(s[:most], ""), len(s))
}
