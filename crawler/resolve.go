package crawler

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Resolve returns the profile of a name: of a profile ("google", "rfc9309"), else of a crawler by its token
// ("Googlebot-Image"), with that crawler's chain. Letter case is left out of account. For any other name it returns an
// [*UnknownError].
//
// A token that is the name of a profile too is that of the profile's main crawler ("Slurp"), so that both are the same
// reading. The public list's token "OpenAI" is not in the data for that reason: "openai" is the profile of OpenAI's
// crawlers, with the chain of GPTBot.
func Resolve(name string) (Profile, error) {
	k := known()
	if i, ok := k.byName[strings.ToLower(name)]; ok {
		return k.profiles[i], nil
	}
	c, ok := Lookup(name)
	if !ok {
		return Profile{}, &UnknownError{Name: name, Near: k.near(name)}
	}
	p := k.profiles[k.byName[c.Profile]]
	p.Chain = c.Chain()
	p.IgnoresStar = c.IgnoresStar
	p.Exempt = p.Exempt || c.Obeys == ObeysNot
	p.binding = c.binding()
	return p, nil
}

// An UnknownError says that no crawler and no profile has a name.
type UnknownError struct {
	Name string   // as it was asked for
	Near []string // the nearest known names, best first; none where no name is near
}

// Error names the unknown name and those near it.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("crawler: no known crawler or profile is named %q", e.Name)
	if len(e.Near) > 0 {
		text += "; near names: " + strings.Join(e.Near, ", ")
	}
	return text
}

const (
	maxNear     = 3  // suggestions
	maxNearName = 64 // octets of a name that suggestions are sought for; no token is as long
)

// near returns the known names nearest to one: first those a few edits away, one in every three letters, then those that
// hold it. A version ("GPTBot/1.4") is left out of account.
func (k *data) near(name string) []string {
	name, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(name)), "/")
	if name == "" || len(name) > maxNearName {
		return nil
	}
	type candidate struct {
		name  string
		score int
	}
	var found []candidate
	try := func(known string) {
		lower := strings.ToLower(known)
		if d := distance(name, lower); d <= max(1, len(name)/3) && d < len(name) {
			found = append(found, candidate{known, d})
		} else if len(name) >= 3 && strings.Contains(lower, name) {
			found = append(found, candidate{known, len(name)}) // after every candidate above
		}
	}
	for _, c := range k.crawlers {
		try(c.Token)
	}
	for _, p := range k.profiles {
		try(p.Name)
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.score, b.score) })
	var names []string
	for _, c := range found[:min(maxNear, len(found))] {
		names = append(names, c.name)
	}
	return names
}

// distance returns how many octets must be put in, taken out or replaced to make b of a (Levenshtein's distance).
func distance(a, b string) int {
	row := make([]int, len(b)+1) // distances of a[:i] to every b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
