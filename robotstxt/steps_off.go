//go:build !countsteps

package robotstxt

// countSteps is true in a test that counts the steps of matching, with the build tag countsteps.
const countSteps = false

var steps int
