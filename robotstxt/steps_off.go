//go:build !countsteps

package robotstxt

// addSteps counts the steps of matching in the tests that have the build tag countsteps.
func addSteps(int) {}
