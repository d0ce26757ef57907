package aipref

import (
	"fmt"
	"strings"
)

// A SyntaxError says where a statement is no Dictionary of RFC 9651. Everything in the statement is then unknown.
type SyntaxError struct {
	Offset  int    // octets before the first one that does not fit; the statement's length where it ended too early
	Problem string // what was wanted there and what was found, in at most some 100 octets
}

// Error names the problem and its place, counting octets from 1: the offset plus one.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("aipref: %s, at octet %d", e.Problem, e.Offset+1)
}

// Parse returns the preferences of a statement in the current vocabulary. It never fails: where the statement is no
// Dictionary, every category is unknown. [Vocabulary.Parse] says why.
//
// Keys that are no category are ignored, and so are all parameters. Of a repeated key the last value counts, even if
// it is of the wrong type: train-ai=y, train-ai leaves train-ai unknown.
func Parse(statement string) Preferences {
	preferences, _ := Current.Parse(statement) // on failure all unknown, which is the answer
	return preferences
}

// Parse returns the preferences of a statement in the vocabulary v, by the rules of [Parse]. If the statement is no
// Dictionary, the error is a *[SyntaxError] and the preferences of v are all unknown. An empty statement is an empty
// Dictionary and no error. A v that is none of the constants is an error, with the zero Preferences.
func (v Vocabulary) Parse(statement string) (Preferences, error) {
	if int(v) >= len(vocabularies) {
		return Preferences{}, fmt.Errorf("aipref: no such vocabulary: %s", v)
	}
	preferences := Preferences{vocabulary: v}
	s := scanner{text: statement}
	if want := s.dictionary(v, &preferences.values); want != "" {
		return Preferences{vocabulary: v}, s.syntaxError(want)
	}
	v.inherit(&preferences.values)
	return preferences, nil
}

// ParseFields returns the preferences of the HTTP field Content-Usage in the current vocabulary, from the values of
// its field lines in the order received. It never fails, as [Parse] does not. No lines at all leave everything
// unknown.
func ParseFields(lines []string) Preferences {
	preferences, _ := Current.ParseFields(lines) // on failure all unknown, which is the answer
	return preferences
}

// ParseFields returns the preferences of the HTTP field Content-Usage in the vocabulary v, from the values of its
// field lines in the order received. White space around a line is no part of it (RFC 9110 §5.5), and several lines
// are one statement, joined with a comma and a space (RFC 9110 §5.3, RFC 9651 §4.2): one bad line, an empty one
// among others included, spoils them all. The error is as for [Vocabulary.Parse]; its offset counts in the joined
// statement.
func (v Vocabulary) ParseFields(lines []string) (Preferences, error) {
	trimmed := make([]string, len(lines))
	for i, line := range lines {
		trimmed[i] = strings.Trim(line, " \t")
	}
	return v.Parse(strings.Join(trimmed, ", "))
}

// syntaxError describes the failure at the scanner's place, where want did not stand.
func (s *scanner) syntaxError(want string) error {
	got := "the end"
	if !s.atEnd() {
		got = fmt.Sprintf("%q", s.text[s.at:s.at+1]) // one octet, as \xff where it is not ASCII
	}
	return &SyntaxError{Offset: s.at, Problem: fmt.Sprintf("want %s, got %s", want, got)}
}
