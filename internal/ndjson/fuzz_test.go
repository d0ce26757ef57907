package ndjson_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"waymark.example/internal/ndjson"
	"waymark.example/robotstxt"
)

// FuzzRun: whatever comes in, each line that is not blank gets one answer, in order, which is JSON; and what
// encoding/json reads as a question gets the verdict of package robotstxt, with its id as it came.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"robots":"User-agent: *\nDisallow: /a","agent":"x","url":"/a"}` + "\n" + `{"id":"\u00e9","robots_b64":"Kg==","url":"/"}`,
		`{"id":{"a":["]}\""]},"file":"x","url":"https://example.com/%C3%A9?a=b#c"}`,
		"{\"id\":\"\xFF\",\"robots\":\"\\ud83e\\udd16\",\"url\":\"/\"}\n\n \r\n{",
		`{"id":[1,{"b":null}],"robots":"","agent":"a:b","url":"/"} x` + "\n" + `{"id":-0.5e-7,"robots":"\ud800","url":"/"}`,
		`{"url":"/","url":"/","id":"\\"}` + "\n[]\n1\n" + `{"id":"a","robots":"","url":"/\u0000"}`,
		`{"note":"a\u0062","robots":"","url":"/","agent":"a::b:*"}` + "\n" + `{"note":"\q"}` + "\n" + `{"Url":1}`,
		"\uFEFF" + `{}` + "\n" + `{"":""}` + "\n" + `{"id":` + strings.Repeat("[", 100),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, stats := answer(t, &ndjson.Options{ReadFile: func(name string) (string, error) { return name, nil }}, in)
		var want []string
		for i, line := range strings.Split(in, "\n") {
			if i == 0 {
				line = strings.TrimPrefix(line, "\uFEFF")
			}
			if strings.Trim(line, " \t\r") != "" {
				want = append(want, line)
			}
		}
		if len(got) != len(want) || stats.Questions != len(want) {
			t.Fatalf("%d answers, %+v, want %d", len(got), stats, len(want))
		}
		errorAnswers := 0
		for i, line := range want {
			a := decodeAnswer(t, got[i])
			if a.Error != nil {
				errorAnswers++
			}
			id, v, err := reference(line)
			switch {
			case err == errUnsure:
			case err != nil != (a.Error != nil):
				t.Fatalf("%q: got %s, reference error %v", line, got[i], err)
			case err != nil && string(a.ID) != "null" && !strings.Contains(line, string(a.ID)):
				t.Fatalf("%q: the id of %s is not from it", line, got[i])
			case err == nil && (string(a.ID) != id || a.Allowed != v.Allowed || a.Line != v.Line || a.Reason != v.Reason.String()):
				t.Fatalf("%q: got %s, want id %s, %+v", line, got[i], id, v)
			}
		}
		if errorAnswers != stats.Errors {
			t.Fatalf("%d errors, %+v", errorAnswers, stats)
		}
	})
}

type decoded struct {
	ID      json.RawMessage `json:"id"`
	Error   *string         `json:"error"`
	Allowed bool            `json:"allowed"`
	Reason  string          `json:"reason"`
	Line    int             `json:"line"`
}

func decodeAnswer(t *testing.T, line string) decoded {
	var a decoded
	if err := json.Unmarshal([]byte(line), &a); err != nil || !utf8.ValidString(line) {
		t.Fatalf("not JSON: %q: %v", line, err)
	}
	return a
}

// reference answers a question in the obvious way, with encoding/json.
func reference(line string) (id string, v robotstxt.Verdict, err error) {
	if !utf8.ValidString(line) {
		return "", v, errors.New("not UTF-8")
	}
	keys, err := keysOf(line)
	if err != nil {
		return "", v, err
	}
	text := map[string]string{"agent": "*"}
	for key, raw := range keys {
		if key == "id" {
			continue
		}
		known := strings.Contains(" id robots robots_b64 file agent url ", " "+key+" ")
		if lower := strings.ToLower(key); !known && (regexp.MustCompile(`agent|robot|url`).MatchString(lower) || lower == "id" || lower == "file") {
			return "", v, errors.New("a key like another")
		}
		var s *string
		err := json.Unmarshal(raw, &s)
		switch {
		case strings.Contains(key, "\uFFFD"), err == nil && s != nil && strings.Contains(*s, "\uFFFD"):
			return "", v, errUnsure
		case known && (err != nil || s == nil):
			return "", v, errors.New("no string")
		case known:
			text[key] = *s
		}
	}
	body, err := bodyOf(text)
	if err != nil {
		return "", v, err
	}
	if text["agent"] == "" || strings.ContainsFunc(text["agent"], func(r rune) bool { return r < 0x20 || r == 0x7F }) {
		return "", v, errors.New("bad agent")
	}
	path, err := robotstxt.PathOf(text["url"])
	if err != nil {
		return "", v, err
	}
	id = "null"
	if raw, ok := keys["id"]; ok {
		id = string(raw)
	}
	return id, robotstxt.Parse(body, nil).Rules(strings.Split(text["agent"], ":")...).Check(path), nil
}

// errUnsure says that encoding/json does not tell whether a line is a question: it reads half a surrogate as U+FFFD.
var errUnsure = errors.New("unsure")

// keysOf returns the members of an object, each key once but for those that mean nothing.
func keysOf(line string) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(strings.NewReader(line))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, errors.New("no object")
	}
	keys := map[string]json.RawMessage{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, ok := token.(string)
		if _, twice := keys[key]; !ok || twice && strings.Contains(" id robots robots_b64 file agent url ", " "+key+" ") {
			return nil, errors.New("bad key")
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		keys[key] = bytes.Clone(value)
	}
	if !json.Valid([]byte(line)) {
		return nil, errors.New("not JSON")
	}
	return keys, nil
}

func bodyOf(text map[string]string) (string, error) {
	var bodies []string
	for _, key := range []string{"robots", "robots_b64", "file"} {
		s, given := text[key]
		if !given {
			continue
		}
		if key == "robots_b64" {
			octets, err := base64.StdEncoding.DecodeString(s)
			if err != nil {
				return "", err
			}
			s = string(octets)
		}
		bodies = append(bodies, s)
	}
	if len(bodies) != 1 {
		return "", errors.New("not one body")
	}
	return bodies[0], nil
}

// FuzzAppendString: the JSON string is what encoding/json reads as the same text.
func FuzzAppendString(f *testing.F) {
	for _, seed := range []string{"", "a\"\\/\x00\x1f\x7f", "\xff\xc3", "\u0085\u2028é🤖"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		quoted := ndjson.AppendString(nil, s)
		var got string
		if err := json.Unmarshal(quoted, &got); err != nil || !utf8.Valid(quoted) {
			t.Fatalf("%q: %v", quoted, err)
		}
		if want := string([]rune(s)); got != want { // octets that are not UTF-8 become U+FFFD, one by one
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}
