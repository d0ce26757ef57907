package aipref_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"testing"

	"github.com/dunglas/httpsfv"

	"waymark.example/aipref"
)

// parents restates the hierarchies, category to parent, so that the fuzz target does not lean on the package's table.
var parents = map[aipref.Vocabulary]map[string]string{
	aipref.Current: {"train-ai": "", "search": ""},
	aipref.Vocab01: {"tdm": "", "ai": "tdm", "genai": "ai", "search": "tdm", "inference": "tdm"},
	aipref.Vocab02: {"all": "", "train-ai": "all", "train-genai": "train-ai", "ai-use": "all", "search": "all"},
	aipref.Vocab03: {"bots": "", "train-ai": "bots", "train-genai": "train-ai", "search": "bots"},
	aipref.Vocab04: {"bots": "", "train-ai": "bots", "ai-output": "bots", "search": "ai-output"},
}

var seeds = []string{
	"", " ", "train-ai=n", "train-ai=y, search=n", "train-ai=n,", "Train-AI=n", "*.pdf train-ai=n", "train-ai=n\t,\tsearch",
	"train-ai;allow=n, train-ai=y", `train-ai;has;parameters="?"`, `train-ai=y, train-ai, search=n, search="n"`,
	`a="x\"\\", b=%"f%c3%bc", c=@1659578233, d=@-1.5, e=?1, f=:aGk=:, g=:aGk:, h=(1 2.5 x;y);z=-0, search=y`,
	"a=999999999999999, b=9999999999999999", "a=999999999999.999, b=9999999999999.9, c=1.", "a=-, b=--1", "a=(1", "a=((1))",
	"bots=n, ai-output=y, search=maybe", "tdm=n, ai=y, genai=x", "all=y, train-ai=n", "a=:aGkx=:", "a=%\"%e2%82\"", "a=\x80",
}

// FuzzAgainstHTTPSFV compares with an independent implementation of RFC 9651, which knows Dates and Display Strings
// too: both accept or both refuse, and what they accept has the same Tokens y and n.
func FuzzAgainstHTTPSFV(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, statement string) {
		oracle, oracleErr := httpsfv.UnmarshalDictionary([]string{statement})
		if corrupt := base64.CorruptInputError(0); errors.As(oracleErr, &corrupt) {
			// httpsfv refuses a Byte Sequence without its padding, though RFC 9651 §4.2.7 says that parsers should not.
			// TestSyntax covers padding.
			t.Skip()
		}
		for vocabulary, categories := range parents {
			got, err := vocabulary.Parse(statement)
			if (err == nil) != (oracleErr == nil) {
				t.Fatalf("%q: got %v, httpsfv says %v", statement, err, oracleErr)
			}
			var syntax *aipref.SyntaxError
			if err != nil && (!errors.As(err, &syntax) || syntax.Offset < 0 || syntax.Offset > len(statement)) {
				t.Fatalf("%q: %#v", statement, err)
			}
			for category, preference := range got.Categories() {
				want := aipref.Unknown
				for c := category; err == nil && c != "" && want == aipref.Unknown; c = categories[c] {
					want = stated(oracle, c)
				}
				if preference != want || got.Of(category) != want {
					t.Fatalf("%v.Parse(%q): %s is %v, want %v", vocabulary, statement, category, preference, want)
				}
			}
		}
		if aipref.ParseFields([]string{statement}) != aipref.ParseFields([]string{" " + statement + "\t"}) {
			t.Fatalf("white space around %q matters", statement)
		}
	})
}

// stated returns what a Dictionary says of one key, without inheritance.
func stated(d *httpsfv.Dictionary, key string) aipref.Preference {
	member, _ := d.Get(key)
	item, _ := member.(httpsfv.Item)
	switch item.Value {
	case httpsfv.Token("y"):
		return aipref.Allow
	case httpsfv.Token("n"):
		return aipref.Disallow
	}
	return aipref.Unknown
}

// FuzzCombine checks that combining is commutative, associative and idempotent, also across vocabularies, that no
// combination lifts a disallow, and that values survive their text and JSON forms.
func FuzzCombine(f *testing.F) {
	for i, seed := range seeds {
		f.Add(seed, uint8(i), seeds[(i+5)%len(seeds)], uint8(i/2), seeds[(i+11)%len(seeds)], uint8(i/3))
	}
	f.Fuzz(func(t *testing.T, s1 string, v1 uint8, s2 string, v2 uint8, s3 string, v3 uint8) {
		parse := func(statement string, v uint8) aipref.Preferences {
			p, _ := aipref.Vocabulary(v % uint8(len(parents))).Parse(statement)
			return p
		}
		a, b, c := parse(s1, v1), parse(s2, v2), parse(s3, v3)
		ab := aipref.Combine(a, b)
		if ba := aipref.Combine(b, a); ab != ba {
			t.Errorf("a+b = %v, b+a = %v", ab, ba)
		}
		if left, right := aipref.Combine(ab, c), aipref.Combine(a, aipref.Combine(b, c)); left != right {
			t.Errorf("(a+b)+c = %v, a+(b+c) = %v", left, right)
		}
		if aa := aipref.Combine(a, a); aa != a {
			t.Errorf("a = %v, a+a = %v", a, aa)
		}
		for category, preference := range ab.Categories() {
			if a.Of(category) == aipref.Disallow && preference != aipref.Disallow {
				t.Errorf("%v + %v lifts %s", a, b, category)
			}
		}
		for _, p := range []aipref.Preferences{a, ab} {
			if again, err := p.Vocabulary().Parse(p.String()); err != nil || again != p {
				t.Errorf("%v: parsed again %v, %v", p, again, err)
			}
			var again aipref.Preferences
			if data, err := json.Marshal(p); err != nil || json.Unmarshal(data, &again) != nil || again != p {
				t.Errorf("%v: from JSON %s %v, %v", p, data, again, err)
			}
		}
	})
}
