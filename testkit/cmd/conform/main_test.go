package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain makes the test's binary a command that answers, where CONFORM_ANSWERS says how.
func TestMain(m *testing.M) {
	switch os.Getenv("CONFORM_ANSWERS") {
	case "":
		os.Exit(m.Run())
	case "right", "wrong":
		answer(os.Getenv("CONFORM_ANSWERS") == "right")
	case "endless":
		for {
			fmt.Println("{}")
		}
	}
}

// answer answers as the kit wants to hear, or else says that everything is allowed.
func answer(right bool) {
	var export bytes.Buffer
	if status, err := run([]string{"-list"}, &export, os.Stderr); status != 0 {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	known := map[string]map[string]any{}
	for text := range strings.Lines(export.String()) {
		var q struct {
			ID   string
			Want map[string]any
		}
		if err := json.Unmarshal([]byte(text), &q); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		known[q.ID] = q.Want
	}
	enc := json.NewEncoder(os.Stdout)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 8<<20)
	for in.Scan() {
		var q struct{ ID string }
		if err := json.Unmarshal(in.Bytes(), &q); err != nil {
			os.Exit(3)
		}
		out := map[string]any{"id": q.ID, "allowed": true}
		if right {
			maps.Copy(out, known[q.ID])
		}
		if err := enc.Encode(out); err != nil {
			os.Exit(3)
		}
	}
}

func TestRun(t *testing.T) {
	skips := filepath.Join(t.TempDir(), "skips")
	if err := os.WriteFile(skips, []byte("# known\n\ngroups/token-equal not yet\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		answers string
		args    []string
		status  int
		want    string // in stdout, stderr or the error
	}{
		{"right", []string{"--", os.Args[0]}, 0, " 0 skipped, 0 failures\n"},
		{"right", []string{"-skip", skips, os.Args[0]}, 1, "everything passes"},
		{"wrong", []string{"-fields", "allowed", "-levels", "MUST,SHOULD", os.Args[0]}, 1, "groups/token-equal#1: "},
		{"wrong", []string{"-fields", "allowed", "-skip", skips, os.Args[0]}, 1, " 2 skipped, "},
		{"endless", []string{os.Args[0]}, 2, "far more lines than questions"},
		{"right", []string{"-timeout", "1ns", os.Args[0]}, 2, ""},
		{"", []string{"-list", "-levels", "SHOULD"}, 0, `"want":{"allowed":`},
		{"", nil, 2, "want a command"},
		{"", []string{"-list", "x"}, 2, "want a command"},
		{"", []string{"-x"}, 2, "not defined"},
		{"", []string{"-skip", skips + "x", "x"}, 2, "no such file"},
		{"", []string{"-dialect", "bing", "-list"}, 2, "unknown dialect"},
		{"", []string{filepath.Join(t.TempDir(), "none")}, 2, "no such file"},
	} {
		t.Setenv("CONFORM_ANSWERS", c.answers)
		var stdout, stderr bytes.Buffer
		status, err := run(c.args, &stdout, &stderr)
		said := fmt.Sprint(stdout.String(), stderr.String(), err)
		if status != c.status || !strings.Contains(said, c.want) {
			t.Errorf("%q, %s: got status %d and %.500q, want %d and %q", c.args, c.answers, status, said, c.status, c.want)
		}
	}
}
