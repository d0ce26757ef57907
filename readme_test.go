package waymark

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// fences finds the code blocks of a document: their language, and their text.
var fences = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

// TestReadme runs the console blocks of README.md, and its program, and compares what they print.
func TestReadme(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("left out: the blocks are for bash")
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	results, err := os.ReadFile("bench/RESULTS.md")
	if err != nil || !strings.Contains(string(results), "\n- Date: ") || strings.Contains(string(text), "@@") {
		t.Errorf("figures are missing: %v", err)
	}
	blocks := fences.FindAllStringSubmatch(string(text), -1)
	consoles, programs := 0, 0
	for i, block := range blocks {
		switch block[1] {
		case "console":
			consoles++
			runConsole(t, block[2])
		case "go":
			programs++
			if i+1 == len(blocks) || blocks[i+1][1] != "text" {
				t.Fatal("no output stands behind the program")
			}
			runProgram(t, block[2], blocks[i+1][2])
		}
	}
	if consoles < 3 || programs != 1 {
		t.Errorf("%d console blocks and %d programs found", consoles, programs)
	}
}

// runConsole runs a block of commands, each after "$ ", with what they print.
func runConsole(t *testing.T, block string) {
	t.Helper()
	for part := range strings.SplitSeq(strings.TrimPrefix(block, "$ "), "\n$ ") {
		command, want, _ := strings.Cut(part, "\n")
		output, _ := exec.Command("bash", "-c", command).CombinedOutput() // the exit status is part of the output of go run
		if got := string(output); got != want {
			t.Errorf("$ %s\nprints\n%s\nREADME.md says\n%s", command, got, want)
		}
	}
}

// runProgram runs a program outside the module, as a user would.
func runProgram(t *testing.T, program, want string) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mod := "module example\n\ngo 1.26\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => " + filepath.ToSlash(here) + "\n"
	for name, text := range map[string]string{"go.mod": mod, "main.go": program} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if output, err := cmd.CombinedOutput(); err != nil || string(output) != want {
		t.Errorf("the program prints %q (%v), README.md says %q", output, err, want)
	}
}
