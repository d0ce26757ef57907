// Package testkit holds conformance vectors for readers of robots.txt (RFC 9309) and of the AI preferences in it
// (AIPREF), as plain data that an implementation in any language can use, and runs them.
//
// A Go implementation is asked through a function:
//
//	func TestConformance(t *testing.T) {
//		testkit.Run(t, func(q testkit.Question) testkit.Answer {
//			return testkit.Answer{Allowed: mylib.Allowed(q.Robots, q.Agent, q.URL)}
//		}, &testkit.Options{Fields: []string{"allowed"}})
//	}
//
// Any other is asked through a stream of JSON lines: [Stream] writes the questions, [Compare] reads the answers, and
// the program testkit/cmd/conform joins both to a command. README.md describes the format of the vectors and the
// protocol, and says for each requirement of RFC 9309 §2 which vectors test it.
//
// The package imports nothing outside the standard library, nothing of Waymark among it.
package testkit
