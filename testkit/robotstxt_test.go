package testkit_test

import (
	"fmt"
	"reflect"
	"testing"

	"waymark.example/robotstxt"
	"waymark.example/testkit"
)

// TestRobotstxt asks Waymark itself every question of every dialect.
func TestRobotstxt(t *testing.T) {
	for _, dialect := range []string{testkit.RFC9309, testkit.Google, testkit.FirstMatch} {
		t.Run(dialect, func(t *testing.T) {
			testkit.Run(t, askWaymark, &testkit.Options{Dialect: dialect})
		})
	}
}

// askWaymark answers with package robotstxt.
func askWaymark(q testkit.Question) testkit.Answer {
	dialect, err := robotstxt.ParseDialect(q.Dialect)
	if err != nil {
		return testkit.Answer{Error: err.Error()}
	}
	for _, token := range q.Tokens() {
		if err := robotstxt.ValidateToken(token); err != nil {
			return testkit.Answer{Error: err.Error()}
		}
	}
	path, err := robotstxt.PathOf(q.URL)
	if err != nil {
		return testkit.Answer{Error: err.Error()}
	}
	file := robotstxt.Parse(q.Robots, &robotstxt.Options{Dialect: dialect})
	answer := answerOf(file.Rules(q.Tokens()...), path)
	for range often {
		// The first questions are answered from the lines, later ones from what was compiled of them.
		if again := answerOf(file.Rules(q.Tokens()...), path); !reflect.DeepEqual(again, answer) {
			return testkit.Answer{Error: fmt.Sprintf("first %v, asked again %v", answer, again)}
		}
	}
	if dialect == robotstxt.RFC9309 {
		once := robotstxt.Check(q.Robots, path, q.Tokens()...)
		if got, want := viewOf(once, path), viewOf(file.Rules(q.Tokens()...).Check(path), path); !reflect.DeepEqual(got, want) {
			return testkit.Answer{Error: fmt.Sprintf("robotstxt.Check says %v, Rules.Check says %v", got, want)}
		}
	}
	return answer
}

// often is how many times a question is asked again.
const often = 24

// answerOf asks rules about a path.
func answerOf(rules *robotstxt.Rules, path robotstxt.Path) testkit.Answer {
	answer := viewOf(rules.Check(path), path)
	if answer.Allowed {
		answer.Usage = map[string]string{}
		for category, preference := range rules.Usage(path).Categories() {
			answer.Usage[category] = preference.String()
		}
	}
	return answer
}

// viewOf views a verdict as an answer without usage.
func viewOf(v robotstxt.Verdict, path robotstxt.Path) testkit.Answer {
	return testkit.Answer{
		Allowed: v.Allowed, Reason: v.Reason.String(), Line: v.Line, Pattern: v.Pattern(), Group: v.Group(), Path: path.String(),
	}
}
