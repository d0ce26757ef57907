package robotstxt

import (
	"math/bits"
	"slices"
	"strings"
)

// Check reads a robots.txt only as far as one answer needs, and decides whether a crawler with these product tokens may
// fetch a path. It answers as Parse, [File.Rules] and [Rules.Check] do one after the other with no options, in less than
// half the time: it is for a file that is asked once. The verdict keeps the text, and reads it again when its Group or
// Pattern is asked for.
func Check[T ~string | ~[]byte](text T, p Path, tokens ...string) Verdict {
	body := string(text)
	if p.forms == nil {
		return Verdict{}
	}
	o := once{text: body, path: p.forms, tokens: tokens}
	if len(tokens) > maxOnce || len(body) > maxText || len(body) > 0 && body[0] >= 0x80 {
		return Parse(body, nil).Rules(tokens...).Check(p) // many tokens, or a byte order mark
	}
	if p.forms.robotsTxt() {
		return o.verdict(RobotsTxt)
	}
	o.read()
	return o.decide()
}

// maxOnce bounds the tokens that once keeps apart; the last place is for "*".
const maxOnce = 7

// once is the state of one reading.
type once struct {
	text    string
	path    *forms
	tokens  []string
	current uint8 // a bit for each token that the current group names
	seen    uint8 // and that any group named so far
	ended   bool  // whether the current group has rules
	best    [maxOnce + 1]struct {
		octets  int
		decider ordered
	}
}

// verdict returns an answer whose group and pattern are found again when somebody asks for them.
func (o *once) verdict(reason Reason) Verdict {
	return Verdict{Allowed: true, Reason: reason, rules: &Rules{unread: o.text, tokens: slices.Clone(o.tokens)}}
}

// decide returns the answer of the first token that a group names.
func (o *once) decide() Verdict {
	for i := range maxOnce + 1 {
		if i >= len(o.tokens) && i < maxOnce || o.seen&(1<<i) == 0 {
			continue
		}
		if o.best[i].octets == 0 {
			return o.verdict(NoMatch)
		}
		v := o.verdict(ByRule)
		v.Allowed, v.Line = o.best[i].decider.allow(), o.best[i].decider.line()
		return v
	}
	return o.verdict(NoGroup)
}

// read goes over the lines. Most are rules that cannot match, told by eight octets of their key and eight of their
// pattern; the others are read by line.
func (o *once) read() {
	text, lines := o.text, newLineScanner(o.text)
	head := o.head()
	wanted := false
	for pos, n := 0, ordered(0); pos < len(text); n++ {
		end, next := lines.line(pos)
		if at := ruleValue(text, pos); at == 0 {
			o.line(pos, end, n)
			wanted = o.wanted()
		} else if o.ended = true; wanted {
			value := load(text, at)
			differ := bits.TrailingZeros64(value^head) &^ 7 // in bits; 64 where the heads are equal, and c is 0
			if c := byte(value >> differ); head == 0 || !ordinary[c] {
				o.line(pos, end, n)
			}
		}
		pos = next
	}
}

// head returns the first octets of the path, if a pattern that has an ordinary octet in the place of one of them cannot
// match: if they all stand for themselves, and lie before the query. Else it returns 0.
func (o *once) head() uint64 {
	path := o.path.normal.text
	for i := range min(len(path), 8) {
		if !plainClass[path[i]] || path[i] == '?' {
			return 0
		}
	}
	return o.path.normal.head
}

// ruleValue returns where the value begins of an Allow or Disallow line that is written as most of them are, with eight
// octets to load from there, or 0.
func ruleValue(text string, pos int) int {
	if pos+24 > len(text) {
		return 0
	}
	word := load(text, pos) | lowerBits
	at := pos + len("disallow:")
	if word != keyDisallow {
		if word&(1<<40-1) != keyAllow {
			return 0
		}
		at = pos + len("allow:")
	}
	if text[at-1] != ':' {
		return 0
	}
	if text[at] == ' ' {
		at++
	}
	return at
}

// line reads one line: only User-agent lines and rules matter.
func (o *once) line(pos, end int, n ordered) {
	text := o.text
	for pos < end && (text[pos] == ' ' || text[pos] == '\t') {
		pos++
	}
	if pos == end {
		return
	}
	switch text[pos] | 0x20 {
	case 'd', 'a':
		o.rule(pos, end, n)
	case 'u':
		o.other(pos, end)
	case 'c':
		if text[pos+1:min(pos+2, end)] != "r" { // not Crawl-delay
			o.other(pos, end)
		}
	}
}

// other reads a User-agent or a Content-Usage line.
func (o *once) other(pos, end int) {
	text := o.text
	if pos+12 <= len(text) && load(text, pos)|lowerBits == keyUserAge && text[pos+10] == ':' && pos+11 < end {
		at := pos + 11
		if text[at] == ' ' {
			at++
		}
		if at < end && o.otherName(text[at]) && text[pos+8]|0x20 == 'n' && text[pos+9]|0x20 == 't' {
			o.beginAgent()
			return
		}
	}
	p := o.split(pos, end)
	switch p.kind {
	case ContentUsage:
		o.ended = true
	case UserAgent:
		o.beginAgent()
		value := text[p.value.Start:p.value.End]
		for i, token := range o.tokens {
			if token != "" && names(value, token) {
				o.current |= 1 << i
			}
		}
		if names(value, "*") {
			o.current |= 1 << maxOnce
		}
		o.seen |= o.current
	}
}

// otherName reports whether no token, nor "*", begins with c, which begins a name.
func (o *once) otherName(c byte) bool {
	if !isTokenOctet(c) {
		return false
	}
	for _, token := range o.tokens {
		if token == "" || lower(token[0]) == lower(c) {
			return false
		}
	}
	return true
}

// beginAgent notes a User-agent line: it begins a group if a rule stands before it.
func (o *once) beginAgent() {
	if o.ended {
		o.current, o.ended = 0, false
	}
}

// split takes the line apart in the way of splitLine.
func (o *once) split(pos, end int) linePart {
	if i := strings.IndexByte(o.text[pos:end], '#'); i >= 0 {
		end = pos + i
	}
	return splitLine(o.text[:end], pos, false)
}

// rule reads an Allow or Disallow line.
func (o *once) rule(pos, end int, n ordered) {
	text := o.text
	if pos+16 > len(text) {
		o.slowRule(pos, end, n)
		return
	}
	t := text[pos : pos+16]
	word := load(t, 0) | lowerBits
	key := 0
	switch {
	case word == keyDisallow && t[8] == ':':
		key = len("disallow:")
	case word&(1<<40-1) == keyAllow && t[5] == ':':
		key = len("allow:")
	default:
		o.slowRule(pos, end, n)
		return
	}
	o.ended = true
	if !o.wanted() {
		return
	}
	at := pos + key
	for at < end && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	path := o.path.normal.text
	i := 0
	for at+i < end && i < len(path) && text[at+i] == path[i] && plainClass[path[i]] {
		i++
	}
	if at+i < end && ordinary[text[at+i]] && !o.path.hasQuery() {
		return // a pattern and a path that differ in an octet that always stands for itself
	}
	if i := strings.IndexByte(text[at:end], '#'); i >= 0 {
		end = at + i
	}
	_, end = trimSpace(text, at, end)
	o.compare(text[at:end], n, key == len("allow:"))
}

// ordinary tells which octets of a line stand for themselves and neither end a value nor lie around it.
var ordinary = func() (t [256]bool) {
	for i := range t {
		t[i] = plainClass[i] && i != '#'
	}
	return t
}()

// wanted reports whether the current group may decide: no token before those that it names has a group.
func (o *once) wanted() bool {
	return o.current != 0 && o.current&-o.current <= o.seen&-o.seen
}

// slowRule reads an Allow or Disallow line that may match, or is written in another way.
func (o *once) slowRule(pos, end int, n ordered) {
	p := o.split(pos, end)
	if p.kind != Allow && p.kind != Disallow {
		return
	}
	o.ended = true
	if o.wanted() {
		o.compare(o.text[p.value.Start:p.value.End], n, p.kind == Allow)
	}
}

// compare notes the rule with this pattern if it matches, and is the best so far of a token of the current group.
func (o *once) compare(pattern string, n ordered, allow bool) {
	var f File
	octets := f.compare(pattern, o.path.normal.text, o.path, allow)
	if octets == 0 {
		return
	}
	decider := n << 1
	if allow {
		decider |= 1
	}
	for i := range o.best {
		b := &o.best[i]
		if o.current&(1<<i) == 0 {
			continue
		}
		if octets > b.octets || octets == b.octets && allow && !b.decider.allow() {
			b.octets, b.decider = octets, decider
		}
	}
}
