package aipref_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waymark.example/aipref"
)

// said shortens tables: the categories of p that are not unknown, in order, + for allow and - for disallow.
func said(p aipref.Preferences) string {
	var out []string
	for label, preference := range p.Categories() {
		switch preference {
		case aipref.Allow:
			out = append(out, "+"+label)
		case aipref.Disallow:
			out = append(out, "-"+label)
		}
	}
	return strings.Join(out, " ")
}

func TestParse(t *testing.T) {
	tests := []struct{ statement, want string }{
		{"", ""},
		{"   ", ""},
		{"train-ai=n", "-train-ai"},
		{"train-ai=y", "+train-ai"},
		{"train-ai=n, search=y", "-train-ai +search"},
		{"search=y,train-ai=n", "-train-ai +search"},
		{"train-ai=n \t,\t search=y \t", "-train-ai +search"},

		// Only the Tokens y and n count, and letter case does.
		{"train-ai", ""},
		{"train-ai=?1", ""},
		{"train-ai=Y, search=N", ""},
		{"train-ai=yes, search=no", ""},
		{`train-ai="n", search="y"`, ""},
		{"train-ai=(n)", ""},
		{"train-ai=1, search=0.5", ""},
		{`train-ai=:bg==:, search=%"n"`, ""},
		{"train-ai=@1, search=*n", ""},

		// Unknown keys and parameters are ignored.
		{"ai=n", ""},
		{"ai=n, train-ai=n", "-train-ai"},
		{"*.pdf=n, train-ai=n", "-train-ai"},
		{"train-ai;allow=n, train-ai=y", "+train-ai"},
		{`train-ai;has;parameters="?"`, ""},
		{`train-ai=n;reason="why; not, so";x=(`, ""},
		{`train-ai=n;reason="why; not, so";   x=?0`, "-train-ai"},

		// A repeated key has its last value, also where that is no Token.
		{"train-ai=y, train-ai=n", "-train-ai"},
		{"train-ai=n, train-ai=y", "+train-ai"},
		{`train-ai=y, train-ai, search=n, search="n"`, ""},

		// What is no Dictionary leaves all unknown.
		{"Train-AI=n, search=n", ""},
		{"search=n, Train-AI=n", ""},
		{"*.pdf train-ai=n", ""},
		{"train-ai=n,", ""},
		{"train-ai=n; search=n;", ""},
		{"train-ai:n", ""},
		{"\ttrain-ai=n", ""},
	}
	for _, tt := range tests {
		if got := said(aipref.Parse(tt.statement)); got != tt.want {
			t.Errorf("Parse(%q) says %q, want %q", tt.statement, got, tt.want)
		}
	}
}

// TestSyntax walks through RFC 9651 §4.2.2 by its steps. An empty problem means that the statement parses.
func TestSyntax(t *testing.T) {
	key, value := "want a key, which begins with a lower-case letter or *", "want a value"
	text, display := "want a printable ASCII character or the closing quote of a string",
		"want a printable ASCII character or the closing quote of a display string"
	tests := []struct {
		statement string
		offset    int
		problem   string
	}{
		// §4.2, §4.2.2: the dictionary.
		{"a=1,b=2", 0, ""},
		{"a=1 b=2", 4, `want a comma between members, got "b"`},
		{"a=1,", 4, "want a member after the last comma, got the end"},
		{"a=1, \t", 6, "want a member after the last comma, got the end"},
		{"a=1,,b", 4, key + `, got ","`},
		{"\ta", 0, key + `, got "\t"`},
		{"a\u00a0", 1, `want a comma between members, got "\xc2"`},
		{"a=1\n", 3, `want a comma between members, got "\n"`},
		// §4.2.3.3: keys.
		{"*a_-.*9=1", 0, ""},
		{"A=1", 0, key + `, got "A"`},
		{"-a", 0, key + `, got "-"`},
		{"9a", 0, key + `, got "9"`},
		{"aB=1", 1, `want a comma between members, got "B"`},
		{"=1", 0, key + `, got "="`},
		// §4.2.3.1: bare items.
		{"a=", 2, value + ", got the end"},
		{"a= 1", 2, value + `, got " "`},
		{"a=_", 2, value + `, got "_"`},
		{"a=é", 2, value + `, got "\xc3"`},
		// §4.2.3.2: parameters.
		{"a;b;c=1;  d=x", 0, ""},
		{"a;", 2, key + ", got the end"},
		{"a;b=", 4, value + ", got the end"},
		{"a;b=()", 4, value + `, got "("`},
		{"a ;b", 2, `want a comma between members, got ";"`},
		{"a;\tb", 2, key + `, got "\t"`},
		// §4.2.1.2: inner lists.
		{"a=()", 0, ""},
		{`a=( 1  "x";y );z`, 0, ""},
		{"a=(1", 4, "want a space or a closing parenthesis after an item, got the end"},
		{"a=(1 ", 5, "want a closing parenthesis, got the end"},
		{"a=(", 3, "want a closing parenthesis, got the end"},
		{"a=(1,2)", 4, `want a space or a closing parenthesis after an item, got ","`},
		{"a=((1))", 3, value + `, got "("`},
		{"a=(1\t2)", 4, `want a space or a closing parenthesis after an item, got "\t"`},
		// §4.2.4: integers and decimals.
		{"a=0, b=-0, c=007, d=-999999999999999, e=999999999999.999", 0, ""},
		{"a=1234567890123456", 17, `want at most 15 digits, got "6"`},
		{"a=1234567890123.1", 15, `want at most 12 digits before the decimal point, got "."`},
		{"a=1.", 4, "want a digit after the decimal point, got the end"},
		{"a=1.2345", 7, `want at most 3 digits after the decimal point, got "5"`},
		{"a=-", 3, "want a digit, got the end"},
		{"a=--1", 3, `want a digit, got "-"`},
		{"a=+1", 2, value + `, got "+"`},
		{"a=.5", 2, value + `, got "."`},
		{"a=1.2.3", 5, `want a comma between members, got "."`},
		// §4.2.5: strings.
		{`a="", b="\"\\ ~"`, 0, ""},
		{`a="\n"`, 4, `want " or \ after \ in a string, got "n"`},
		{`a="x`, 4, text + ", got the end"},
		{`a="\`, 4, `want " or \ after \ in a string, got the end`},
		{"a=\"\x7f\"", 3, text + `, got "\x7f"`},
		{"a=\"ü\"", 3, text + `, got "\xc3"`},
		{"a='x'", 2, value + `, got "'"`},
		// §4.2.6: tokens.
		{"a=*, b=A/b:c!#$%&'*+-.^_`|~9", 0, ""},
		{"a=x@y", 3, `want a comma between members, got "@"`},
		// §4.2.7: byte sequences. Padding may be missing and pad bits set; neither a lone character nor padding in
		// excess stands for octets.
		{"a=::, b=:aGk=:, c=:aGl=:, d=:aGk:, e=:aA=:, f=:aA:, g=:+/+/:", 0, ""},
		{"a=:aGkxx:", 8, `want one more base64 character, got ":"`},
		{"a=:aGk==:", 7, `want base64 and a closing colon, got "="`},
		{"a=:=:", 3, `want base64 and a closing colon, got "="`},
		{"a=:a=Gk:", 4, `want one more base64 character, got "="`},
		{"a=:aG-k:", 5, `want base64 and a closing colon, got "-"`},
		{"a=:aGk=", 7, "want base64 and a closing colon, got the end"},
		// §4.2.8: booleans.
		{"a=?0, b=?1", 0, ""},
		{"a=?", 3, "want 0 or 1 after ?, got the end"},
		{"a=?2", 3, `want 0 or 1 after ?, got "2"`},
		{"a=?10", 4, `want a comma between members, got "0"`},
		// §4.2.9: dates.
		{"a=@1659578233, b=@-62135596800", 0, ""},
		{"a=@1.5", 3, `want whole seconds in a date, got "1"`},
		{"a=@", 3, "want a digit, got the end"},
		{"a=@x", 3, `want a digit, got "x"`},
		// §4.2.10: display strings.
		{`a=%"", b=%"f%c3%bc r \ %22%e2%82%ac%f0%9f%98%80%00"`, 0, ""},
		{`a=%x`, 3, `want a quote after %, got "x"`},
		{`a=%"%C3%BC"`, 5, `want two hexadecimal digits in lower case after %, got "C"`},
		{`a=%"%c"`, 6, `want two hexadecimal digits in lower case after %, got "\""`},
		{`a=%"%c3"`, 7, `want UTF-8 in a display string, got "\""`},
		{`a=%"%ff"`, 4, `want UTF-8 in a display string, got "%"`},
		{`a=%"%ed%a0%80"`, 7, `want UTF-8 in a display string, got "%"`},
		{`a=%"%c3`, 7, display + ", got the end"},
		{`a=%"ü"`, 4, display + `, got "\xc3"`},
	}
	for _, tt := range tests {
		_, err := aipref.Current.Parse(tt.statement)
		var syntax *aipref.SyntaxError
		switch {
		case tt.problem == "":
			if err != nil {
				t.Errorf("%q: %v", tt.statement, err)
			}
		case !errors.As(err, &syntax):
			t.Errorf("%q: got %v, want a syntax error", tt.statement, err)
		default:
			want := &aipref.SyntaxError{Offset: tt.offset, Problem: tt.problem}
			if diff := cmp.Diff(want, syntax); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.statement, diff)
			}
		}
	}
}

func TestSyntaxErrorText(t *testing.T) {
	_, err := aipref.Current.Parse("search=y, Train-AI=n")
	want := `aipref: want a key, which begins with a lower-case letter or *, got "T", at octet 11`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestVocabularies(t *testing.T) {
	tests := []struct {
		vocabulary      aipref.Vocabulary
		statement, want string
	}{
		{aipref.Current, "train-ai=n", "-train-ai"},
		{aipref.Current, "bots=n, ai=n, all=n", ""},

		{aipref.Vocab01, "tdm=n", "-tdm -ai -genai -search -inference"},
		{aipref.Vocab01, "ai=n", "-ai -genai"},
		{aipref.Vocab01, "tdm=n, ai=y", "-tdm +ai +genai -search -inference"},
		{aipref.Vocab01, "tdm=y, genai=n", "+tdm +ai -genai +search +inference"},
		{aipref.Vocab01, "genai=n", "-genai"},

		{aipref.Vocab02, "all=n, search=y", "-all -train-ai -train-genai -ai-use +search"},
		{aipref.Vocab02, "train-ai=n", "-train-ai -train-genai"},

		{aipref.Vocab03, "bots=n", "-bots -train-ai -train-genai -search"},
		{aipref.Vocab03, "train-ai=n", "-train-ai -train-genai"},
		{aipref.Vocab03, "train-ai=n, train-genai=y", "-train-ai +train-genai"},

		{aipref.Vocab04, "bots=n, ai-output=y", "-bots -train-ai +ai-output +search"},
		{aipref.Vocab04, "ai-output=n", "-ai-output -search"},

		// A value that is neither y nor n is no statement, so its category inherits.
		{aipref.Vocab04, "bots=n, search=maybe", "-bots -train-ai -ai-output -search"},
		{aipref.Vocab04, "bots=n, search=y, search", "-bots -train-ai -ai-output -search"},
	}
	for _, tt := range tests {
		got, err := tt.vocabulary.Parse(tt.statement)
		if err != nil || said(got) != tt.want || got.Vocabulary() != tt.vocabulary {
			t.Errorf("%v.Parse(%q) = %v, %v; want %q", tt.vocabulary, tt.statement, got, err, tt.want)
		}
	}
}

func TestParseFailureKeepsVocabulary(t *testing.T) {
	got, err := aipref.Vocab03.Parse("bots=n, ")
	if err == nil || got.Vocabulary() != aipref.Vocab03 || said(got) != "" {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := aipref.Vocabulary(99).Parse("train-ai=n"); err == nil || got != (aipref.Preferences{}) {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestParseVocabulary(t *testing.T) {
	for v := aipref.Current; v <= aipref.Vocab04; v++ {
		for _, name := range []string{v.String(), "draft-ietf-aipref-" + v.String()} {
			if got, err := aipref.ParseVocabulary(name); err != nil || got != v {
				t.Errorf("ParseVocabulary(%q) = %v, %v", name, got, err)
			}
		}
	}
	for _, name := range []string{"current", "vocab-05", "draft-ietf-aipref-vocab-06", aipref.VocabDraft} {
		if got, err := aipref.ParseVocabulary(name); err != nil || got != aipref.Current {
			t.Errorf("ParseVocabulary(%q) = %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "vocab-00", "Vocab-04", "vocab-4", "04", aipref.AttachDraft} {
		if got, err := aipref.ParseVocabulary(name); err == nil {
			t.Errorf("ParseVocabulary(%q) = %v, want an error", name, got)
		}
	}
	if _, err := aipref.ParseVocabulary(strings.Repeat("v", 1<<20)); err == nil || len(err.Error()) > 300 {
		t.Errorf("the error for a name of 1 MiB is missing or too long")
	}
}

func TestParseFields(t *testing.T) {
	tests := []struct {
		lines []string
		want  string
	}{
		{nil, ""},
		{[]string{""}, ""},
		{[]string{"train-ai=n"}, "-train-ai"},
		{[]string{"train-ai=n", "search=y"}, "-train-ai +search"},
		{[]string{" \ttrain-ai=n\t", "\tsearch=y "}, "-train-ai +search"},
		{[]string{"train-ai=n", "train-ai=y"}, "+train-ai"}, // one Dictionary: the last counts
		{[]string{"train-ai=n", ""}, ""},
		{[]string{"train-ai=n", "Search=y"}, ""},
		{[]string{`x="a`, `b", train-ai=n`}, "-train-ai"}, // a String across lines takes the comma in
	}
	for _, tt := range tests {
		if got := said(aipref.ParseFields(tt.lines)); got != tt.want {
			t.Errorf("ParseFields(%q) says %q, want %q", tt.lines, got, tt.want)
		}
	}
	if got, err := aipref.Vocab01.ParseFields([]string{"ai=y", "genai=n"}); err != nil || said(got) != "+ai -genai" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestCombine(t *testing.T) {
	one := func(p aipref.Preference) string {
		return map[aipref.Preference]string{aipref.Allow: "search=y", aipref.Disallow: "search=n"}[p]
	}
	all := []aipref.Preference{aipref.Unknown, aipref.Allow, aipref.Disallow}
	want := [3][3]aipref.Preference{
		aipref.Unknown:  {aipref.Unknown, aipref.Allow, aipref.Disallow},
		aipref.Allow:    {aipref.Allow, aipref.Allow, aipref.Disallow},
		aipref.Disallow: {aipref.Disallow, aipref.Disallow, aipref.Disallow},
	}
	for _, a := range all {
		for _, b := range all {
			got := aipref.Combine(aipref.Parse(one(a)), aipref.Parse(one(b))).Of("search")
			if got != want[a][b] {
				t.Errorf("%v with %v is %v, want %v", a, b, got, want[a][b])
			}
		}
	}
}

func TestCombineVocabularies(t *testing.T) {
	tests := []struct {
		av         aipref.Vocabulary
		a          string
		bv         aipref.Vocabulary
		b          string
		vocabulary aipref.Vocabulary
		want       string
	}{
		{aipref.Vocab03, "bots=n", aipref.Vocab03, "train-genai=y", aipref.Vocab03, "-bots -train-ai -train-genai -search"},
		{aipref.Vocab03, "bots=n", aipref.Current, "search=y", aipref.Current, "-train-ai -search"},
		{aipref.Vocab01, "tdm=n", aipref.Current, "train-ai=y", aipref.Current, "+train-ai -search"},
		{aipref.Vocab01, "search=n", aipref.Vocab04, "bots=y", aipref.Current, "+train-ai -search"},
	}
	for _, tt := range tests {
		a, _ := tt.av.Parse(tt.a)
		b, _ := tt.bv.Parse(tt.b)
		got := aipref.Combine(a, b)
		if said(got) != tt.want || got.Vocabulary() != tt.vocabulary {
			t.Errorf("%v %q with %v %q is %v %q, want %v %q", tt.av, tt.a, tt.bv, tt.b, got.Vocabulary(), said(got), tt.vocabulary, tt.want)
		}
	}
}

func TestOf(t *testing.T) {
	p := aipref.Parse("train-ai=n")
	for category, want := range map[string]aipref.Preference{
		"train-ai": aipref.Disallow, "search": aipref.Unknown, "Train-AI": aipref.Unknown, "tdm": aipref.Unknown, "": aipref.Unknown,
	} {
		if got := p.Of(category); got != want {
			t.Errorf("Of(%q) = %v, want %v", category, got, want)
		}
	}
	for range p.Categories() {
		break // leaving early must be harmless
	}
}

func TestJSON(t *testing.T) {
	got, err := json.Marshal(aipref.Parse("search=n"))
	if want := `{"train-ai":"unknown","search":"disallow"}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	old, _ := aipref.Vocab04.Parse("bots=n, search=y")
	got, err = json.Marshal(old)
	if want := `{"bots":"disallow","train-ai":"disallow","ai-output":"disallow","search":"allow"}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
	var back aipref.Preferences
	if err := json.Unmarshal(got, &back); err != nil || back != old {
		t.Errorf("got %v, %v; want %v", back, err, old)
	}
	for _, bad := range []string{
		`{}`, `[]`, `"train-ai"`, `{"train-ai":"allow"}`, `{"train-ai":"allow","search":"n"}`,
		`{"train-ai":"allow","search":1}`, `{"train-ai":"allow","search":"allow","x":"allow"}`,
	} {
		back := old
		if err := json.Unmarshal([]byte(bad), &back); err == nil || back != old {
			t.Errorf("%s: got %v, %v; want an error and no change", bad, back, err)
		}
	}
	if err := json.Unmarshal([]byte("null"), &back); err != nil || back != old {
		t.Errorf("null: got %v, %v; want no change", back, err)
	}
}

func TestPreferenceText(t *testing.T) {
	for _, p := range []aipref.Preference{aipref.Unknown, aipref.Allow, aipref.Disallow} {
		text, err := p.MarshalText()
		if err != nil || string(text) != p.String() {
			t.Errorf("%v: got %s, %v", p, text, err)
		}
		var back aipref.Preference
		if err := back.UnmarshalText(text); err != nil || back != p {
			t.Errorf("%s: got %v, %v", text, back, err)
		}
	}
	p := aipref.Disallow
	if err := p.UnmarshalText([]byte("Allow")); err == nil || p != aipref.Disallow {
		t.Errorf("got %v, %v", p, err)
	}
	if text, err := aipref.Preference(7).MarshalText(); err == nil {
		t.Errorf("got %s, want an error", text)
	}
	if got, want := aipref.Preference(7).String()+" "+aipref.Vocabulary(9).String(), "Preference(7) Vocabulary(9)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCost pins the promises of the package comment: no allocation where a statement parses, and none that grows
// with the input where it does not.
func TestCost(t *testing.T) {
	good := "train-ai=n;why=\"no\", " + strings.Repeat(`a=(1 2;b "x"), `, 1000) + `search=%"%c3%bc"`
	if n := testing.AllocsPerRun(10, func() { aipref.Parse(good) }); n != 0 {
		t.Errorf("%v allocations for a statement that parses, want 0", n)
	}
	bad := `search=y, a="` + strings.Repeat(`\\`, 1<<20)
	if n := testing.AllocsPerRun(3, func() { aipref.Parse(bad) }); n > 10 {
		t.Errorf("%v allocations for one that does not", n)
	}
	if _, err := aipref.Current.Parse(bad); len(err.Error()) > 200 {
		t.Errorf("an error of %d octets", len(err.Error()))
	}
}

func Example() {
	field := aipref.Parse("search=y")
	rule := aipref.Parse("train-ai=n, search=n;reason=robots")
	together := aipref.Combine(field, rule)

	for category, preference := range together.Categories() {
		fmt.Println(category, preference)
	}
	fmt.Println(field)
	// Output:
	// train-ai disallow
	// search disallow
	// train-ai=unknown, search=y
}

func ExampleVocabulary_Parse() {
	_, err := aipref.Current.Parse("train-ai=n, Search=n")
	fmt.Println(err)

	old, _ := aipref.Vocab03.Parse("bots=n, search=y")
	fmt.Println(old)
	// Output:
	// aipref: want a key, which begins with a lower-case letter or *, got "S", at octet 13
	// bots=n, train-ai=n, train-genai=n, search=y
}
