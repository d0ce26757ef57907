//go:build countsteps

package robotstxt

const countSteps = true

var steps int
