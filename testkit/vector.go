package testkit

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// vectorFiles holds the vectors, one file per behaviour.
//
//go:embed vectors
var vectorFiles embed.FS

// The dialects that vectors are written for.
const (
	RFC9309    = "rfc9309"     // RFC 9309, with Waymark's documented decisions where it is silent
	Google     = "google"      // Google's open-source matcher
	FirstMatch = "first-match" // Python's urllib.robotparser as of 3.11.7
)

var (
	knownDialects = []string{RFC9309, Google, FirstMatch}

	// knownLevels are those of BCP 14, and "decision" where the text leaves the matter open.
	knownLevels = []string{"MUST", "SHOULD", "MAY", "decision"}

	// knownFields are the parts of an answer, by their keys in the protocol.
	knownFields = []string{"allowed", "reason", "line", "pattern", "group", "path", "usage"}

	knownReasons = []string{"rule", "no-match", "no-group", "robots-txt"}
)

// A Vector is one behaviour: a robots.txt and what is to be answered about it.
type Vector struct {
	Name     string   // the file's path without its extension: "groups/token-equal"
	Title    string   // the behaviour, in a sentence
	Section  string   // "RFC 9309 §2.2.1", "AIPREF attach-05" or "deviation: google/index-html"
	Level    string   // "MUST", "SHOULD", "MAY" or "decision"
	Dialects []string // whom it applies to
	Notes    []string
	Robots   []byte // the octets of the robots.txt
	Cases    []Case
}

// A Case is a question about a vector's robots.txt with the answer of each dialect.
type Case struct {
	Agent string // a product token, or a fallback chain joined by ":"
	URL   string // an absolute URL, or its path from the first "/" on
	Want  map[string]Want
}

// A Want is an expected answer. Only the fields that it pins mean something.
type Want struct {
	Answer
	Pinned []string // names of fields: "allowed" always, others where the vector says so
}

// A Question is what an implementation is asked.
type Question struct {
	ID      string // unique within the kit: "groups/token-equal#1"
	Dialect string
	Robots  []byte
	Agent   string // a product token, or a fallback chain joined by ":"
	URL     string // an absolute URL, or its path from the first "/" on
}

// Tokens returns the product tokens of the question's agent: one, or those of a fallback chain, the first one first.
func (q Question) Tokens() []string { return strings.Split(q.Agent, ":") }

// An Answer is what an implementation says. Leave the fields that it does not know at zero and name the others in
// [Options.Fields].
type Answer struct {
	Allowed bool
	Reason  string            // "rule", "no-match", "no-group" or "robots-txt"
	Line    int               // the line of the rule that decided, from 1; 0: none
	Pattern string            // that rule's pattern, as the file writes it
	Group   string            // the token of the group that decided, as the file writes it, "*", or ""
	Path    string            // the URL's path and query in normal form
	Usage   map[string]string // AIPREF category to "allow", "disallow" or "unknown"; nil where not allowed
	Error   string            // why there is no answer; never expected
}

// Vectors returns all vectors, sorted by name. It fails if one of the files is not well formed.
func Vectors() ([]Vector, error) {
	sub, err := fs.Sub(vectorFiles, "vectors")
	if err != nil {
		return nil, fmt.Errorf("testkit: %w", err)
	}
	return load(sub)
}

// load reads every file below fsys as a vector. Their names are unique as files are, whatever the file system makes of
// letter case (see isName); two of one folder with one title are an error, since they are one behaviour.
func load(fsys fs.FS) ([]Vector, error) {
	var all []Vector
	seen := map[string]string{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		base, isVector := strings.CutSuffix(name, ".txt")
		if !isVector || !isName(base) {
			return fmt.Errorf("%q is no name of a vector: want folder/name.txt of a-z, 0-9 and -", name)
		}
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		v, err := parse(base, text)
		if err != nil {
			return err
		}
		key := path.Dir(base) + " " + v.Title
		if other, dup := seen[key]; dup {
			return fmt.Errorf("%s has the title of %s", base, other)
		}
		seen[key] = base
		all = append(all, v)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("testkit: %w", err)
	}
	if len(all) == 0 {
		return nil, errors.New("testkit: no vectors")
	}
	slices.SortFunc(all, func(a, b Vector) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// isName reports whether s is "folder/name", both of lower-case letters, digits and hyphens, so that no file system
// takes two names for one.
func isName(s string) bool {
	folder, base, ok := strings.Cut(s, "/")
	if !ok || folder == "" || base == "" {
		return false
	}
	return strings.Trim(folder+base, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}
