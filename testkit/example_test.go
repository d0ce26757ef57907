package testkit_test

import (
	"fmt"
	"strings"

	"waymark.example/testkit"
)

func ExampleCheck() {
	// A reader that knows no Allow, and no path but "/".
	ask := func(q testkit.Question) testkit.Answer {
		return testkit.Answer{Allowed: !strings.Contains(string(q.Robots), "\nDisallow: /\n")}
	}
	report, err := testkit.Check(ask, &testkit.Options{Fields: []string{"allowed"}, Levels: []string{"SHOULD"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Failures[0])
	// Output:
	// groups/figure-1-token#1: Figure 1: the product token of the User-Agent header finds the group [RFC 9309 §2.2.1, SHOULD]: asked ExampleBot /private: allowed: got "allow", want "disallow"
}
