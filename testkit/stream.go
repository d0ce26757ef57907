package testkit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// maxAnswer bounds one line of answers; no answer to the kit's questions comes near it.
const maxAnswer = 1 << 20

// line is a question in the protocol. Body is "robots" where that is possible, since it is easier to read.
type line struct {
	ID        string  `json:"id"`
	Robots    *string `json:"robots,omitempty"`
	RobotsB64 []byte  `json:"robots_b64,omitempty"`
	Agent     string  `json:"agent"`
	URL       string  `json:"url"`
}

func lineOf(q Question) line {
	l := line{ID: q.ID, Agent: q.Agent, URL: q.URL}
	if utf8.Valid(q.Robots) {
		text := string(q.Robots)
		l.Robots = &text
	} else {
		l.RobotsB64 = q.Robots
	}
	return l
}

// Stream writes the questions of a dialect to w, one JSON object a line: "id", "robots" or "robots_b64", "agent",
// "url".
func Stream(w io.Writer, opts *Options) error {
	return write(w, opts, func(it item) any { return lineOf(it.q) })
}

// Export writes the questions of a dialect as [Stream] does, each with its vector's "title", "section" and "level" and
// with "want", an object of the fields that are pinned: the whole kit for programs that rather read JSON.
func Export(w io.Writer, opts *Options) error {
	type exported struct {
		line
		Title   string         `json:"title"`
		Section string         `json:"section"`
		Level   string         `json:"level"`
		Want    map[string]any `json:"want"`
	}
	return write(w, opts, func(it item) any {
		a, want := it.want, map[string]any{}
		all := map[string]any{"allowed": a.Allowed, "reason": a.Reason, "line": a.Line, "pattern": a.Pattern,
			"group": a.Group, "path": a.Path, "usage": a.Usage}
		for _, field := range a.Pinned {
			want[field] = all[field]
		}
		return exported{lineOf(it.q), it.v.Title, it.v.Section, it.v.Level, want}
	})
}

// write writes what view makes of each question.
func write(w io.Writer, opts *Options, view func(item) any) error {
	g, err := newGrader(opts)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for _, it := range g.items {
		if err := enc.Encode(view(it)); err != nil {
			return fmt.Errorf("testkit: writing questions: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("testkit: writing questions: %w", err)
	}
	return nil
}

// Compare reads answers to the questions that [Stream] wrote with the same options, one JSON object a line, in any
// order: "id" as it came, "allowed" and the other fields of an answer, or "error". What is no answer, an id that was
// not asked or was answered already, and a question without an answer are failures. The error is about reading.
func Compare(r io.Reader, opts *Options) (Report, error) {
	g, err := newGrader(opts)
	if err != nil {
		return Report{}, err
	}
	return g.compare(r)
}

// compare reads the answers to all questions.
func (g *grader) compare(r io.Reader) (Report, error) {
	open := make(map[string]item, len(g.items))
	for _, it := range g.items {
		open[it.q.ID] = it
	}
	stray := func(n int, text []byte, want string) {
		g.report.Failures = append(g.report.Failures,
			Failure{ID: "line " + strconv.Itoa(n), Field: "answer", Got: clip(string(text)), Want: want})
	}
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 64<<10), maxAnswer)
	for n := 1; in.Scan(); n++ {
		if n > 2*len(g.items)+100 {
			return g.report, errors.New("testkit: reading answers: far more lines than questions")
		}
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		id, got, err := readAnswer(in.Bytes())
		if err != nil {
			stray(n, in.Bytes(), "a JSON object with a string \"id\"")
			continue
		}
		it, asked := open[id]
		if !asked {
			stray(n, in.Bytes(), "the id of a question, once")
			continue
		}
		delete(open, id)
		g.grade(it, got)
	}
	if err := in.Err(); err != nil {
		return g.report, fmt.Errorf("testkit: reading answers: %w", err)
	}
	for _, it := range g.items {
		if _, unanswered := open[it.q.ID]; unanswered {
			g.grade(it, map[string]string{"error": "no answer"})
		}
	}
	return g.finish(), nil
}

// readAnswer returns an answer's id and, for each field that it gives, the text that is compared. A value of a wrong
// type is its own JSON, which equals nothing that is expected.
func readAnswer(text []byte) (id string, got map[string]string, err error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		return "", nil, err
	}
	if err := json.Unmarshal(raw["id"], &id); err != nil || raw["id"] == nil {
		return "", nil, errors.New("no id")
	}
	got = map[string]string{}
	if e, failed := raw["error"]; failed {
		got["error"] = string(e)
		return id, got, nil
	}
	for _, field := range knownFields {
		if value, given := raw[field]; given {
			got[field] = fieldText(field, value)
		}
	}
	return id, got, nil
}

// fieldText returns a JSON value as [fieldsOf] would.
func fieldText(field string, value json.RawMessage) string {
	var a Answer
	var err error
	switch {
	case field == "usage":
		err = json.Unmarshal(value, &a.Usage)
	case string(value) == "null":
		return "null (JSON)"
	case field == "allowed":
		err = json.Unmarshal(value, &a.Allowed)
	case field == "line":
		err = json.Unmarshal(value, &a.Line)
	default:
		var text string
		if err = json.Unmarshal(value, &text); err == nil {
			return text
		}
	}
	if err != nil {
		return string(value) + " (JSON)"
	}
	return fieldsOf(a)[field]
}
