package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// script returns the completion script of a shell.
func script(t *testing.T, shell string) string {
	c := call{args: []string{"completion", shell}}
	if status := c.run(); status != statusYes || c.stderr.Len() > 0 {
		t.Fatal(status, c.stderr.String())
	}
	return c.stdout.String()
}

// TestScripts: every command and flag is in every script, and the shells that are there accept them.
func TestScripts(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			text := script(t, shell)
			for _, word := range []string{"check", "show", "crawlers", "version", "completion", "ndjson", "dialect", "first-match", "purpose", "ai-training"} {
				if !strings.Contains(text, word) {
					t.Errorf("%q is missing", word)
				}
			}
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip(shell, "is not here")
			}
			cmd := exec.CommandContext(t.Context(), path, "-n")
			cmd.Stdin = strings.NewReader(text)
			if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// TestBashCompletion completes lines as bash would.
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not here")
	}
	text := script(t, "bash")
	for _, test := range []struct {
		words []string // the last one is completed
		want  []string
	}{
		{[]string{"waymark", "c"}, []string{"check", "crawlers", "completion"}},
		{[]string{"waymark", "--v"}, []string{"--version"}},
		{[]string{"waymark", "check", "--d"}, []string{"--dialect"}},
		{[]string{"waymark", "check", "--dialect", ""}, []string{"rfc9309", "google", "first-match"}},
		{[]string{"waymark", "check", "--dialect", "=", "g"}, []string{"google"}},
		{[]string{"waymark", "check", "--dialect", "="}, []string{"rfc9309", "google", "first-match"}},
		{[]string{"waymark", "check", "-f", "main_t"}, []string{"main_test.go"}},
		{[]string{"waymark", "show", "testdata/odd"}, []string{"testdata/odd.txt"}},
		{[]string{"waymark", "check", "--crawler", "bing"}, []string{"bingbot", "bing"}},
		{[]string{"waymark", "crawlers", "--purpose", "ai-t"}, []string{"ai-training"}},
		{[]string{"waymark", "completion", ""}, []string{"bash", "zsh", "fish"}},
		{[]string{"waymark", "check", "-a", "x"}, nil},
		{[]string{"waymark", "check", "/"}, nil},
	} {
		run := text + `
waymark() { printf 'bingbot\nGooglebot\nbing\n'; } # --names
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _waymark; printf '%s\n' "${COMPREPLY[@]}"`
		cmd := exec.CommandContext(t.Context(), bash, append([]string{"--norc", "-c", run, "bash"}, test.words...)...)
		out, err := cmd.CombinedOutput()
		if got := strings.Fields(string(out)); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q, %v", test.words, got, test.want, err)
		}
	}
}
