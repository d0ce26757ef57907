//go:build countsteps

package robotstxt

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"
)

// These tests count the steps of matching: comparisons of a rule, and octets that are looked at. Run them with
// -tags countsteps. They state the bounds of the package's doc comment as numbers.

// stepsOf returns the steps that a compiled check takes.
func stepsOf(t *testing.T, text, url string) int {
	t.Helper()
	p, err := PathOf(url)
	if err != nil {
		t.Fatal(err)
	}
	rules := Parse(text, nil).Rules("a").Compile()
	steps = 0
	rules.Check(p)
	return steps
}

func TestStepsLiteral(t *testing.T) {
	// Literal rules: the tree looks at each octet of the path once, however many rules there are.
	url := "/" + strings.Repeat("a", 1000)
	for _, rules := range []int{100, 1000, 10000} {
		var b strings.Builder
		b.WriteString("User-agent: a\n")
		for i := range rules {
			fmt.Fprintf(&b, "Disallow: /%s%d\n", strings.Repeat("a", i%990), i)
		}
		if got, most := stepsOf(t, b.String(), url), 2*len(url)+2; got > most {
			t.Errorf("%d literal rules: %d steps, want at most %d", rules, got, most)
		}
	}
}

func TestStepsStars(t *testing.T) {
	// One rule: each octet of the path is passed once, whatever the number of wildcards.
	for _, stars := range []int{1, 10, 50, 500} {
		pattern := "/" + strings.Repeat("*a", stars) + "b"
		url := "/" + strings.Repeat("a", 4096)
		if got, most := stepsOf(t, "User-agent: a\nDisallow: "+pattern+"\n", url), 2*len(url)+2; got > most {
			t.Errorf("%d wildcards: %d steps, want at most %d", stars, got, most)
		}
	}
}

func TestStepsWildcards(t *testing.T) {
	// Many rules with wildcards, all in one bucket of the index: each is compared once.
	const rules = 2000
	var b strings.Builder
	b.WriteString("User-agent: a\n")
	for i := range rules {
		fmt.Fprintf(&b, "Disallow: /*abab*%d\n", i)
	}
	url := "/" + strings.Repeat("ab", 1000)
	if got, most := stepsOf(t, b.String(), url), (rules+2)*(len(url)+2); got > most {
		t.Errorf("%d steps, want at most %d", got, most)
	}
	// And rules that hold a run of their own are not compared at all with paths that lack it.
	if got, most := stepsOf(t, b.String(), "/"+strings.Repeat("xy", 1000)), 3*len(url); got > most {
		t.Errorf("a path that no rule can match: %d steps, want at most %d", got, most)
	}
}

func TestStepsSecondForm(t *testing.T) {
	var b strings.Builder
	b.WriteString("User-agent: a\n")
	const rules = 500
	for i := range rules {
		fmt.Fprintf(&b, "Disallow: /*?u=*%d:/\n", i)
	}
	url := "/?u=" + strings.Repeat(":", 1000)
	if got, most := stepsOf(t, b.String(), url), 2*(rules+2)*3*len(url); got > most {
		t.Errorf("%d steps, want at most %d", got, most)
	}
}

func TestStepsLongPieces(t *testing.T) {
	// A piece that may begin at no place of many: the worst of one rule is the product of piece and path.
	piece := strings.Repeat("%3A", 400)
	text := "User-agent: a\nDisallow: /?:*3A" + piece + "\n"
	url := "/?" + strings.Repeat(":", 1000)
	if got, most := stepsOf(t, text, url), (len(piece)+4)*3*(len(url)+2); got > most {
		t.Errorf("%d steps, want at most %d", got, most)
	}
}

// TestStepsParse: parsing looks at each octet a fixed number of times, whatever the lines.
func TestStepsParse(t *testing.T) {
	for name, line := range map[string]string{
		"rules": "Disallow: /a\n", "odd rules": " disalow : /a # b\n", "agents": "User-agent: a\n", "comments": "# a\n", "blank": "\n",
		"CR": "Disallow: /a\r", "CR LF": "\r\n", "tabs": "\t\t\t\t", "colons": ":::::", "hashes": "####", "words": "a b\n",
		"HTML": "  <p class=\"a: b\">\n", "one line": "Disallow: /aaaa",
	} {
		text := strings.Repeat(line, 10_000)
		steps = 0
		Parse(text, nil)
		if most := 4*len(text) + 2*block; steps > most {
			t.Errorf("%s: %d steps for %d octets", name, steps, len(text))
		}
	}
}

// TestStepsCompile: compiling looks at each octet a few times, and sorts.
func TestStepsCompile(t *testing.T) {
	for _, rules := range []int{100, 1000, 10_000} {
		var b strings.Builder
		b.WriteString("User-agent: a\n")
		for i := range rules {
			fmt.Fprintf(&b, "Disallow: /%d/%s\n", i*7919%rules, strings.Repeat("a", i%50))
		}
		r := Parse(b.String(), nil).Rules("a")
		steps = 0
		r.Compile()
		if most := 3*b.Len() + 3*rules*bits.Len(uint(rules)); steps > most {
			t.Errorf("%d rules: %d steps for %d octets", rules, steps, b.Len())
		}
	}
}
