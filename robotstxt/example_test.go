package robotstxt_test

import (
	"fmt"

	"waymark.example/robotstxt"
)

const text = `User-agent: *
Disallow: /private/
Allow: /private/press/

User-agent: GPTBot
User-agent: CCBot
Disallow: /
Content-Usage: train-ai=n

Sitemap: https://example.com/sitemap.xml
`

func Example() {
	file := robotstxt.Parse(text, nil)
	path, err := robotstxt.PathOf("https://example.com/private/press/2026.html")
	if err != nil {
		panic(err)
	}
	for _, token := range []string{"GPTBot", "ExampleBot"} {
		verdict := file.Rules(token).Check(path)
		fmt.Println(token, verdict.Allowed, verdict.Reason, verdict.Line, verdict.Pattern(), verdict.Group())
	}
	// Output:
	// GPTBot false rule 7 / GPTBot
	// ExampleBot true rule 3 /private/press/ *
}

func ExampleRules_Explain() {
	file := robotstxt.Parse(text, nil)
	path, _ := robotstxt.PathOf("/private/press/2026.html")
	fmt.Print(file.Rules("ExampleBot").Explain(path))
	// Output:
	// ExampleBot may fetch /private/press/2026.html
	//   Line 3 decides: Allow: /private/press/
	//   Its group is the one for everybody, *, at line 1, with 2 rules.
	//   Line 2 matches too, but has fewer octets (9, against 15): Disallow: /private/
}

func ExampleFile_Rules_chain() {
	file := robotstxt.Parse("User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n", nil)
	path, _ := robotstxt.PathOf("/b")
	// Googlebot-Image obeys the group of Googlebot where nothing names it.
	fmt.Println(file.Rules("Googlebot-Image", "Googlebot").Check(path).Allowed)
	fmt.Println(file.Rules("Googlebot-Image").Check(path).Allowed)
	// Output:
	// true
	// false
}

func ExampleFile_Groups() {
	for _, group := range robotstxt.Parse(text, nil).Groups() {
		fmt.Println(group.First, group.Agents, len(group.Rules))
	}
	// Output:
	// 1 [{1 *}] 2
	// 5 [{5 GPTBot} {6 CCBot}] 2
}

func ExamplePathOf() {
	path, _ := robotstxt.PathOf("https://example.com/%7Ejoe/a b?q=%2f*#top")
	fmt.Println(path)
	// Output:
	// /~joe/a%20b?q=%2F%2A
}

func ExampleLimit() {
	body, cut := robotstxt.Limit([]byte("User-agent: *\nDisallow: /private/\n"), 30)
	fmt.Printf("%q %v\n", body, cut)
	// Output:
	// "User-agent: *\n" true
}

func ExampleProductTokens() {
	fmt.Println(robotstxt.ProductTokens("Mozilla/5.0 (compatible; ExampleBot/0.1; +https://example.com/bot.html)"))
	// Output:
	// [ExampleBot]
}
