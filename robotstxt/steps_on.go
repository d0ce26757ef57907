//go:build countsteps

package robotstxt

var steps int

func addSteps(n int) { steps += n }
