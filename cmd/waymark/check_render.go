package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"waymark.example/internal/ndjson"
	"waymark.example/robotstxt"
)

// A tally counts answers.
type tally struct{ allowed, disallowed, errors int }

func (t *tally) add(v robotstxt.Verdict) {
	if v.Allowed {
		t.allowed++
	} else {
		t.disallowed++
	}
}

func (t *tally) status() error {
	switch {
	case t.errors > 0:
		return status(statusFailed)
	case t.disallowed > 0:
		return status(statusNo)
	}
	return nil
}

// explain answers one question in words.
func (c *checkCmd) explain(a *app, k *asker) (t tally, err error) {
	path, err := pathOf(c.Targets[0])
	if err != nil {
		return t, err
	}
	t.add(k.rules.Check(path))
	return t, a.writeExplanation(k, path, displayName(c.File))
}

// writeTable answers all questions, a row each.
func (c *checkCmd) writeTable(a *app, askers []*asker) (t tally, err error) {
	table := a.newTable(head{title: "URL", flexible: true}, head{title: "AGENT"}, head{title: "VERDICT"},
		head{title: "LINE", right: true}, head{title: "PATTERN", flexible: true}, head{title: "REASON"})
	err = c.eachURL(a, func(url string, path robotstxt.Path, bad error) error {
		if bad != nil {
			a.talk("error", plain(bad))
		}
		for _, k := range askers {
			row := []cell{{text: url}, {text: k.label()}, {"error", a.style.yellow}, {text: "-"}, {text: "-"}, {text: "-"}}
			if bad != nil {
				t.errors++
			} else {
				v := k.rules.Check(path)
				t.add(v)
				a.fillRow(row[2:], v)
			}
			if err := table.row(row...); err != nil {
				return err
			}
		}
		return nil
	})
	return t, errors.Join(err, table.flush())
}

// fillRow sets the cells of verdict, line, pattern and reason.
func (a *app) fillRow(cells []cell, v robotstxt.Verdict) {
	cells[0] = cell{"disallowed", a.style.red}
	if v.Allowed {
		cells[0] = cell{"allowed", a.style.green}
	}
	if v.Line > 0 {
		cells[1] = cell{text: strconv.Itoa(v.Line)}
		cells[2] = cell{text: v.Pattern()}
	}
	cells[3] = cell{v.Reason.String(), a.style.dim}
}

// writeJSON answers all questions in an array: the keys of --ndjson, and "url", "crawler" where one was named, and
// "explanation". The id is the number of the question, from 1.
func (c *checkCmd) writeJSON(a *app, askers []*asker) (t tally, err error) {
	before, id := "[\n", 0
	var line []byte
	err = c.eachURL(a, func(url string, path robotstxt.Path, bad error) error {
		for _, k := range askers {
			id++
			answer := ndjson.Answer{Agent: k.agent}
			if bad != nil {
				t.errors++
				answer.Err = errors.New(plain(bad))
			} else {
				answer = ndjson.Ask(k.rules, k.profile.Dialect, k.agent, path)
				t.add(answer.Verdict)
			}
			answer.ID = strconv.AppendInt(nil, int64(id), 10)
			line = append(line[:0], before...)
			before = ",\n"
			var err error
			if line, err = appendAnswer(line, &answer, k, url, path); err != nil {
				return err
			}
			if _, err := a.out.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return t, err
	}
	if id == 0 {
		a.out.WriteString("[")
	}
	a.out.WriteString("\n]\n")
	return t, nil
}

// appendAnswer appends an answer's object, with the keys that --ndjson does not have before its end.
func appendAnswer(dst []byte, answer *ndjson.Answer, k *asker, url string, path robotstxt.Path) ([]byte, error) {
	dst = answer.AppendJSON(dst)
	dst = dst[:len(dst)-len("}")]
	if answer.Err != nil {
		dst = ndjson.AppendString(append(dst, `,"agent":`...), answer.Agent)
	}
	dst = ndjson.AppendString(append(dst, `,"url":`...), url)
	if k.crawler != "" {
		dst = ndjson.AppendString(append(dst, `,"crawler":`...), k.crawler)
	}
	if answer.Err == nil {
		explanation, err := marshal(k.explain(path))
		if err != nil {
			return nil, fmt.Errorf("explaining %q: %w", url, err)
		}
		dst = append(append(dst, `,"explanation":`...), explanation...)
	}
	return append(dst, '}'), nil
}

// marshal is json.Marshal without escapes for HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// writeIndented writes a value as JSON for people and programs.
func (a *app) writeIndented(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
