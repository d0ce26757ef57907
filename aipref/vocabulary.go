package aipref

import (
	"fmt"
	"strings"
)

// The revisions of the drafts that this package implements. They are named here and nowhere else.
const (
	AttachDraft = "draft-ietf-aipref-attach-05" // where statements are found, and which of several applies
	VocabDraft  = "draft-ietf-aipref-vocab-07"  // the categories, their labels, and how statements combine
)

// A Vocabulary is the set of categories that a statement may speak of. The zero value is that of [VocabDraft].
//
// The older ones are for reading statements written when they were current; nothing tells from a statement which
// draft its author had in mind. Their categories form a hierarchy, and this is how the older drafts inherit: a
// category without a statement of its own takes the one of its nearest ancestor with one. A key whose value is
// neither y nor n is no statement. Under Vocab03, train-ai=n therefore disallows train-genai too, and
// train-ai=n, train-genai=y does not. The current draft has no hierarchy.
type Vocabulary uint8

const (
	Current Vocabulary = iota // the categories of VocabDraft: train-ai, search
	Vocab01                   // June 2025: tdm; in it ai, search and inference; in ai genai
	Vocab02                   // July 2025: all; in it train-ai, ai-use and search; in train-ai train-genai
	Vocab03                   // September 2025: bots; in it train-ai and search; in train-ai train-genai
	Vocab04                   // October 2025: bots; in it train-ai and ai-output; in ai-output search
)

// maxCategories is the most categories that a vocabulary has. Preferences holds so many values.
const maxCategories = 5

const (
	draftPrefix = "draft-ietf-aipref-"
	root        = -1 // the parent of a category that is part of no other
)

type category struct {
	label  string
	parent int // index of the category that this one is a part of, before it in the list; or root
}

// vocabularies is indexed by Vocabulary. No two have the same labels, so that JSON tells which one it is in.
var vocabularies = [...]struct {
	name       string
	same       []string // names of revisions with the same categories
	categories []category
}{
	Current: {
		name:       strings.TrimPrefix(VocabDraft, draftPrefix),
		same:       []string{"current", "vocab-05", "vocab-06"},
		categories: []category{{"train-ai", root}, {"search", root}},
	},
	Vocab01: {
		name:       "vocab-01",
		categories: []category{{"tdm", root}, {"ai", 0}, {"genai", 1}, {"search", 0}, {"inference", 0}},
	},
	Vocab02: {
		name:       "vocab-02",
		categories: []category{{"all", root}, {"train-ai", 0}, {"train-genai", 1}, {"ai-use", 0}, {"search", 0}},
	},
	Vocab03: {
		name:       "vocab-03",
		categories: []category{{"bots", root}, {"train-ai", 0}, {"train-genai", 1}, {"search", 0}},
	},
	Vocab04: {
		name:       "vocab-04",
		categories: []category{{"bots", root}, {"train-ai", 0}, {"ai-output", 0}, {"search", 2}},
	},
}

// ParseVocabulary returns the vocabulary of a draft's name: "vocab-04", "draft-ietf-aipref-vocab-04", or "current".
// Revisions with the categories of the current one are the current one. Letter case counts. Any other name is an
// error.
func ParseVocabulary(name string) (Vocabulary, error) {
	short := strings.TrimPrefix(name, draftPrefix)
	for i, v := range vocabularies {
		if short == v.name {
			return Vocabulary(i), nil
		}
		for _, same := range v.same {
			if short == same {
				return Vocabulary(i), nil
			}
		}
	}
	return Current, fmt.Errorf("aipref: no such vocabulary, want current or vocab-01 to %s: %s", Current, quote(name))
}

// String returns the name of the draft without its prefix, such as "vocab-04", which [ParseVocabulary] takes back.
func (v Vocabulary) String() string {
	if int(v) < len(vocabularies) {
		return vocabularies[v].name
	}
	return fmt.Sprintf("Vocabulary(%d)", uint8(v))
}

// categories returns the categories of v, parents first. A v that is none of the constants has none.
func (v Vocabulary) categories() []category {
	if int(v) < len(vocabularies) {
		return vocabularies[v].categories
	}
	return nil
}

// index returns the place of a label in v, or -1.
func (v Vocabulary) index(label string) int {
	for i, c := range v.categories() {
		if c.label == label {
			return i
		}
	}
	return -1
}

// inherit fills what was not stated from the nearest ancestor that was. Parents come first, so one pass is enough.
func (v Vocabulary) inherit(values *[maxCategories]Preference) {
	for i, c := range v.categories() {
		if c.parent != root && values[i] == Unknown {
			values[i] = values[c.parent]
		}
	}
}
