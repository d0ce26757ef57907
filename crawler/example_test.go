package crawler_test

import (
	"fmt"
	"time"

	"waymark.example/crawler"
	"waymark.example/robotstxt"
)

func ExampleResolve() {
	body := []byte("User-agent: *\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /photos/\n")
	profile, err := crawler.Resolve("Googlebot-Image")
	if err != nil {
		fmt.Println(err)
		return
	}
	path, err := robotstxt.PathOf("https://example.com/photos/cat.jpg")
	if err != nil {
		fmt.Println(err)
		return
	}
	verdict := profile.Rules(profile.Parse(body)).Check(path)
	fmt.Println(profile.Chain, profile.Dialect)
	fmt.Println(verdict.Allowed, verdict.Reason, verdict.Line)
	// Output:
	// [Googlebot-Image Googlebot] google
	// false rule 5
}

func ExampleResolve_unknown() {
	_, err := crawler.Resolve("Gogglebot")
	fmt.Println(err)
	// Output:
	// crawler: no known crawler or profile is named "Gogglebot"; near names: Googlebot
}

func ExampleLookup() {
	c, ok := crawler.Lookup("gptbot")
	fmt.Println(ok, c.Vendor, c.Token, c.Purpose, c.Obeys, c.Confidence)
	fmt.Println(c.Ranges)
	// Output:
	// true OpenAI GPTBot ai-training yes official
	// https://openai.com/gptbot.json
}

func ExampleMatch() {
	c, ok := crawler.Match("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)")
	fmt.Println(ok, c.Token, c.ReverseDNS)
	// Output:
	// true bingbot [search.msn.com]
}

func ExampleProfile_Delay() {
	for _, name := range []string{"bingbot", "SemrushBot", "Googlebot"} {
		profile, err := crawler.Resolve(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		delay, ok := profile.Delay(45 * time.Second)
		fmt.Println(name, delay, ok)
	}
	// Output:
	// bingbot 0s false
	// SemrushBot 10s true
	// Googlebot 0s false
}
