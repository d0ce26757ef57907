package main

import (
	"fmt"
	"slices"
	"strings"

	"waymark.example/crawler"
	"waymark.example/robotstxt"
)

const (
	around    = 2    // lines shown before and after the one that decides
	maxWords  = 1000 // columns of a line of the explanation
	plainWide = 160  // columns of a line of the file where stdout is no terminal
)

// explain is Rules.Explain, which does not know who asks where the rules come from no file.
func (k *asker) explain(path robotstxt.Path) robotstxt.Explanation {
	e := k.rules.Explain(path)
	if e.Tokens == nil {
		e.Tokens, e.Dialect = k.profile.Chain, k.profile.Dialect
	}
	return e
}

// writeExplanation explains one verdict, and shows the deciding line in its context.
func (a *app) writeExplanation(k *asker, path robotstxt.Path, name string) error {
	e := k.explain(path)
	lines := strings.Split(strings.TrimSuffix(e.String(), "\n"), "\n")
	if k.crawler != "" && e.Reason == robotstxt.Exempt {
		lines = []string{lines[0], "  " + k.exemption() + ".", "  So " + k.exemptMeans("may fetch") + "."}
	}
	for i, line := range lines {
		line = clip(visible(line), maxWords)
		if i == 0 {
			line = a.headline(line, e.Allowed)
		}
		fmt.Fprintln(a.out, line)
	}
	if k.crawler != "" && !k.profile.Exempt {
		fmt.Fprintf(a.out, "  %s\n", k.reading())
	}
	if e.Rule != nil {
		a.writeContext(k.file, &e, name)
	}
	return nil
}

// exemptMeans says what follows where a crawler does not obey robots.txt.
func (k *asker) exemptMeans(verdict string) string {
	return fmt.Sprintf("%q says nothing about what the site wishes: for that ask with -a %s", verdict, shellWord(k.agent))
}

// exemption says that a known crawler does not obey robots.txt, and how sure that is.
func (k *asker) exemption() string {
	sure := k.profile.ConfidenceIn("exempt")
	if known, _, err := find(k.crawler); err == nil && known != nil && known.Obeys == crawler.ObeysNot {
		sure = known.ConfidenceIn("obeys")
	}
	does := "is said not to obey robots.txt"
	if sure == crawler.Official {
		does = "does not obey robots.txt, as its vendor says"
	}
	return fmt.Sprintf("%s %s (%s)", k.crawler, does, sure)
}

// headline colours the verdict in the first line of an explanation.
func (a *app) headline(line string, allowed bool) string {
	verb, colour := " may not ", a.style.red
	if allowed {
		verb, colour = " may ", a.style.green
	}
	before, after, ok := strings.Cut(line, verb)
	if !ok {
		return a.style.bold(line)
	}
	return a.style.bold(before) + " " + colour(strings.TrimSpace(verb)) + " " + a.style.bold(after)
}

// reading says how a known crawler reads the file.
func (k *asker) reading() string {
	s := fmt.Sprintf("Read as %s does: dialect %s", k.crawler, k.profile.Dialect)
	if k.profile.IgnoresStar {
		s += `, the group "*" does not count`
	}
	return s + "."
}

// writeContext shows the deciding line among its neighbours, with the User-agent line that begins its group.
func (a *app) writeContext(f *robotstxt.File, e *robotstxt.Explanation, name string) {
	decides := e.Rule.Line
	numbers := []int{}
	for n := max(1, decides-around); n <= min(f.NumLines(), decides+around); n++ {
		numbers = append(numbers, n)
	}
	if group := groupLine(e.Group, decides); group > 0 && group < numbers[0] {
		numbers = slices.Insert(numbers, 0, group)
	}
	fmt.Fprintf(a.out, "\n%s\n", a.style.dim(visible(name)))
	wide := max(4, len(fmt.Sprint(numbers[len(numbers)-1])))
	columns := a.width
	if columns == 0 {
		columns = plainWide
	}
	last := numbers[0] - 1
	for _, n := range numbers {
		if n > last+1 {
			fmt.Fprintln(a.out, a.style.dim(strings.Repeat(" ", wide+1)+"..."))
		}
		last = n
		text := clip(visibleLine(lineText(f, n)), max(20, columns-wide-6))
		number := fmt.Sprintf("%*d", wide, n)
		switch {
		case n == decides:
			fmt.Fprintf(a.out, "%s %s %s\n", a.style.bold(">"), a.style.bold(number), a.decider(text, e.Allowed))
		case text == "":
			fmt.Fprintf(a.out, "  %s\n", a.style.dim(number))
		default:
			fmt.Fprintf(a.out, "  %s %s\n", a.style.dim(number), a.commentDim(text))
		}
	}
}

func (a *app) decider(text string, allowed bool) string {
	if allowed {
		return a.style.green(text)
	}
	return a.style.red(text)
}

// commentDim dims what follows a "#".
func (a *app) commentDim(text string) string {
	if i := strings.IndexByte(text, '#'); i >= 0 {
		return text[:i] + a.style.dim(text[i:])
	}
	return text
}

// groupLine returns the first line of the group that a line is in, among those that were merged; 0 for none.
func groupLine(g *robotstxt.DecidingGroup, line int) int {
	begin := 0
	if g != nil {
		for _, n := range g.Lines {
			if n < line {
				begin = max(begin, n)
			}
		}
	}
	return begin
}

// lineText returns the beginning of a line: what a terminal may show of it, not all of a line of any length.
func lineText(f *robotstxt.File, number int) string {
	const most = 4 << 10
	span := f.Line(number).Whole
	cut := span.End > span.Start+most
	if cut {
		span.End = span.Start + most
	}
	return f.Slice(span)
}
