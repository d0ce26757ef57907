package aipref

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"
)

// Preferences says for every category of one vocabulary what is preferred. It compares with ==. The zero value
// leaves every category of the current vocabulary unknown.
//
// The values are those that apply, inheritance included (see [Vocabulary]), not only those that were written.
type Preferences struct {
	vocabulary Vocabulary
	values     [maxCategories]Preference // by place in the vocabulary; the rest are zero
}

// Vocabulary returns the vocabulary whose categories p speaks of.
func (p Preferences) Vocabulary() Vocabulary { return p.vocabulary }

// Of returns the preference for a category, named by its label, such as "train-ai". Labels are case-sensitive. A
// category that the vocabulary does not have is Unknown.
func (p Preferences) Of(category string) Preference {
	if i := p.vocabulary.index(category); i >= 0 {
		return p.values[i]
	}
	return Unknown
}

// Categories yields every category of the vocabulary, in its order, with its preference. Unknown ones are among them.
func (p Preferences) Categories() iter.Seq2[string, Preference] {
	return func(yield func(string, Preference) bool) {
		for i, c := range p.vocabulary.categories() {
			if !yield(c.label, p.values[i]) {
				return
			}
		}
	}
}

// String returns p as a statement that names every category, such as "train-ai=n, search=unknown". Parsed under the
// same vocabulary it gives p again.
func (p Preferences) String() string {
	var b strings.Builder
	for label, preference := range p.Categories() {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(label)
		b.WriteByte('=')
		b.WriteString(preference.token())
	}
	return b.String()
}

// MarshalJSON returns an object with a member for every category in the vocabulary's order, such as
// {"train-ai":"allow","search":"unknown"}.
func (p Preferences) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for label, preference := range p.Categories() {
		if len(out) > 1 {
			out = append(out, ',')
		}
		// Neither labels nor names have a character that JSON would escape.
		out = fmt.Appendf(out, `"%s":"%s"`, label, preference)
	}
	return append(out, '}'), nil
}

// UnmarshalJSON sets p from what [Preferences.MarshalJSON] wrote. The members must be all the categories of one
// vocabulary, in any order, and tell which one it is. It is an error otherwise, and p stays as it was; so it does,
// without an error, for a JSON null.
func (p *Preferences) UnmarshalJSON(data []byte) error {
	var members map[string]Preference
	if err := json.Unmarshal(data, &members); err != nil {
		return fmt.Errorf("aipref: preferences: %w", err)
	}
	if members == nil {
		return nil
	}
	for i := range vocabularies {
		read := Preferences{vocabulary: Vocabulary(i)}
		if read.fill(members) {
			*p = read
			return nil
		}
	}
	return fmt.Errorf("aipref: preferences: want one member for each category of a vocabulary, got %d members",
		len(members))
}

// fill sets the values from members and reports whether these are the categories of p's vocabulary, no more, no less.
func (p *Preferences) fill(members map[string]Preference) bool {
	categories := p.vocabulary.categories()
	if len(members) != len(categories) {
		return false
	}
	for i, c := range categories {
		value, ok := members[c.label]
		if !ok {
			return false
		}
		p.values[i] = value
	}
	p.vocabulary.inherit(&p.values)
	return true
}

// Combine returns what two statements about the same thing say together. For each category: Disallow if either
// disallows it, else Allow if either allows it, else Unknown (vocabulary draft, section on combining preferences). The
// order of statements and the way they are grouped make no difference.
//
// In an older vocabulary each statement is resolved first and then combined, so that what one inherits, the other
// cannot lift.
//
// Where the vocabularies differ, the result is in the current one: a category that it shares with an older vocabulary
// by label takes part with the value that applied there, and a category that it does not have is dropped.
func Combine(a, b Preferences) Preferences {
	if a.vocabulary != b.vocabulary {
		a, b = a.current(), b.current()
	}
	for i := range a.values {
		a.values[i] = stricter(a.values[i], b.values[i])
	}
	return a
}

// current returns p in the current vocabulary, category by category of the same label.
func (p Preferences) current() Preferences {
	var out Preferences
	for i, c := range Current.categories() {
		out.values[i] = p.Of(c.label)
	}
	return out
}
