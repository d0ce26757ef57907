package testkit

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a vector's file, so that no input makes the loader use more than a few MiB.
const (
	maxFile   = 64 << 10
	maxRobots = 4 << 20
)

// A reader reads one vector's file; README.md describes the format.
type reader struct {
	v     Vector
	stage int // what may come: 0 header, 1 robots, 2 questions
	seen  map[string]bool
}

// parse reads the file of the vector called name. It takes nothing for granted: unknown keys, characters that a
// reviewer cannot see, a question without an answer for each dialect are errors.
func parse(name string, text []byte) (Vector, error) {
	if len(text) > maxFile {
		return Vector{}, fmt.Errorf("%s: %d octets, more than %d", name, len(text), maxFile)
	}
	if !bytes.HasSuffix(text, []byte("\n")) {
		return Vector{}, fmt.Errorf("%s: the last line has no end", name)
	}
	r := reader{v: Vector{Name: name}, seen: map[string]bool{}}
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\n"), "\n") {
		n++
		if err := r.line(line); err != nil {
			return Vector{}, fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := r.finish(); err != nil {
		return Vector{}, fmt.Errorf("%s: %w", name, err)
	}
	return r.v, nil
}

// line reads one line of the file.
func (r *reader) line(line string) error {
	if i := strings.IndexFunc(line, func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError }); i >= 0 {
		return fmt.Errorf("write %q as \\xHH", line[i:min(len(line), i+4)])
	}
	if strings.HasSuffix(line, " ") {
		return fmt.Errorf("write the space at the end as \\x20")
	}
	switch {
	case line == "":
		return nil
	case line == "robots:":
		if r.stage != 0 {
			return fmt.Errorf("a second robots.txt")
		}
		r.stage = 1
		return nil
	case line[0] == '|' || line[0] == '+' || strings.HasPrefix(line, "x "):
		if r.stage != 1 {
			return fmt.Errorf("a line of the robots.txt out of place")
		}
		return r.robots(line)
	}
	key, value, ok := strings.Cut(line, ": ")
	if !ok {
		return fmt.Errorf("neither a key and a value nor a line of the robots.txt: %q", line)
	}
	if r.stage == 0 {
		return r.header(key, value)
	}
	r.stage = 2
	return r.question(key, value)
}

// header reads "key: value" above the robots.txt.
func (r *reader) header(key, value string) error {
	if key != "note" && r.seen[key] {
		return fmt.Errorf("a second %s", key)
	}
	r.seen[key] = true
	v := &r.v
	switch key {
	case "title":
		v.Title = value
	case "section":
		v.Section = value
		if !strings.HasPrefix(value, "RFC 9309 §") && !strings.HasPrefix(value, "AIPREF ") && !strings.HasPrefix(value, "deviation: ") {
			return fmt.Errorf("unknown section %q", value)
		}
	case "level":
		v.Level = value
		if !slices.Contains(knownLevels, value) {
			return fmt.Errorf("unknown level %q: want one of %s", value, strings.Join(knownLevels, ", "))
		}
	case "dialects":
		v.Dialects = strings.Fields(value)
		for i, d := range v.Dialects {
			if !slices.Contains(knownDialects, d) || slices.Contains(v.Dialects[:i], d) {
				return fmt.Errorf("unknown or repeated dialect %q", d)
			}
		}
	case "note":
		v.Notes = append(v.Notes, value)
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	return nil
}

// robots appends a line of the robots.txt: "| text" with a line end, "+ text" without, "x 20 text" twenty times.
func (r *reader) robots(line string) error {
	text, count, end := "", 1, ""
	switch {
	case line == "|":
		end = "\n"
	case strings.HasPrefix(line, "| "):
		text, end = line[2:], "\n"
	case strings.HasPrefix(line, "+ "):
		text = line[2:]
	case strings.HasPrefix(line, "x "):
		number, rest, ok := strings.Cut(line[2:], " ")
		n, err := strconv.Atoi(number)
		if !ok || err != nil || n < 1 || n > maxRobots {
			return fmt.Errorf("want \"x COUNT TEXT\", got %q", line)
		}
		text, count = rest, n
	default:
		return fmt.Errorf("want a space after %q", line[:1])
	}
	octets, err := unescape(text)
	if err != nil {
		return err
	}
	if len(r.v.Robots)+(len(octets)+len(end))*count > maxRobots {
		return fmt.Errorf("a robots.txt of more than %d octets", maxRobots)
	}
	r.v.Robots = append(r.v.Robots, strings.Repeat(octets+end, count)...)
	return nil
}

// question reads "ask: agent url", or "want: ..." and "want dialect: ..." below it.
func (r *reader) question(key, value string) error {
	if key == "ask" {
		words, err := words(value)
		if err != nil {
			return err
		}
		if len(words) != 2 {
			return fmt.Errorf("want \"ask: AGENT URL\", got %q", value)
		}
		r.v.Cases = append(r.v.Cases, Case{Agent: words[0], URL: words[1], Want: map[string]Want{}})
		return nil
	}
	if key != "want" && !strings.HasPrefix(key, "want ") {
		return fmt.Errorf("unknown key %q", key)
	}
	if len(r.v.Cases) == 0 {
		return fmt.Errorf("an answer without a question")
	}
	c := r.v.Cases[len(r.v.Cases)-1]
	want, err := parseWant(value)
	if err != nil {
		return err
	}
	dialects := r.v.Dialects
	if key != "want" {
		dialects = []string{key[len("want "):]}
	}
	for _, d := range dialects {
		if _, dup := c.Want[d]; dup || !slices.Contains(r.v.Dialects, d) {
			return fmt.Errorf("a second answer, or a dialect that the vector does not have: %q", d)
		}
		c.Want[d] = want
	}
	return nil
}

// parseWant reads "allow" or "disallow" and the fields that are pinned.
func parseWant(value string) (Want, error) {
	words, err := words(value)
	if err != nil {
		return Want{}, err
	}
	w := Want{Pinned: []string{"allowed"}}
	if len(words) == 0 || words[0] != "allow" && words[0] != "disallow" {
		return w, fmt.Errorf("want allow or disallow first, got %q", value)
	}
	w.Allowed = words[0] == "allow"
	for _, word := range words[1:] {
		field, text, ok := strings.Cut(word, "=")
		if !ok || slices.Contains(w.Pinned, field) {
			return w, fmt.Errorf("want field=value, each once, got %q", word)
		}
		if err := w.pin(field, text); err != nil {
			return w, err
		}
		w.Pinned = append(w.Pinned, field)
	}
	return w, nil
}

// pin sets a field from its text in a vector.
func (w *Want) pin(field, text string) (err error) {
	switch field {
	case "reason":
		w.Reason = text
		if !slices.Contains(knownReasons, text) {
			return fmt.Errorf("unknown reason %q", text)
		}
	case "line":
		if w.Line, err = strconv.Atoi(text); err != nil || w.Line < 0 {
			return fmt.Errorf("no line number: %q", text)
		}
	case "pattern":
		w.Pattern = text
	case "group":
		w.Group = text
	case "path":
		w.Path = text
	case "usage":
		w.Usage, err = parseUsage(text)
	default:
		return fmt.Errorf("unknown field %q", field)
	}
	return err
}

// parseUsage reads "null" or "category:state,category:state".
func parseUsage(text string) (map[string]string, error) {
	if text == "null" {
		return nil, nil
	}
	usage := map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		category, state, ok := strings.Cut(part, ":")
		if !ok || usage[category] != "" || !slices.Contains([]string{"allow", "disallow", "unknown"}, state) {
			return nil, fmt.Errorf("no usage: %q", text)
		}
		usage[category] = state
	}
	return usage, nil
}

// finish checks the vector as a whole.
func (r *reader) finish() error {
	v := &r.v
	for _, key := range []string{"title", "section", "level", "dialects"} {
		if !r.seen[key] {
			return fmt.Errorf("no %s", key)
		}
	}
	if r.stage != 2 || len(v.Cases) == 0 {
		return fmt.Errorf("no robots.txt or no question")
	}
	if deviation, ok := strings.CutPrefix(v.Section, "deviation: "); ok {
		dialect, _, _ := strings.Cut(deviation, "/")
		if len(v.Dialects) != 1 || v.Dialects[0] != dialect {
			return fmt.Errorf("a deviation of %q applies to that dialect alone", dialect)
		}
	}
	for i, c := range v.Cases {
		if len(c.Want) != len(v.Dialects) {
			return fmt.Errorf("question %d has no answer for each dialect", i+1)
		}
	}
	return nil
}

// words splits at spaces and undoes the escapes in each word. Words are text: agents, URLs and patterns of JSON.
func words(s string) ([]string, error) {
	list := strings.Fields(s)
	for i, w := range list {
		octets, err := unescape(w)
		if err != nil {
			return nil, err
		}
		if !utf8.ValidString(octets) {
			return nil, fmt.Errorf("%q is no UTF-8", w)
		}
		list[i] = octets
	}
	return list, nil
}

// unescape undoes \n, \r, \t, \\ and \xHH.
func unescape(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		i++
		if i == len(s) {
			return "", fmt.Errorf("a lone \\ at the end of %q", s)
		}
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case '\\':
			b.WriteByte('\\')
		case 'x':
			octet, err := strconv.ParseUint(s[i+1:min(len(s), i+3)], 16, 8)
			if err != nil || i+3 > len(s) {
				return "", fmt.Errorf("want two hexadecimal digits after \\x in %q", s)
			}
			b.WriteByte(byte(octet))
			i += 2
		default:
			return "", fmt.Errorf("unknown escape \\%c in %q", s[i], s)
		}
	}
	return b.String(), nil
}
