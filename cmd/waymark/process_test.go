package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process returns the command as a process of its own.
func process(t *testing.T, args ...string) (cmd *exec.Cmd, stderr *strings.Builder) {
	if runtime.GOOS == "windows" {
		t.Skip("signals")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	stderr = &strings.Builder{}
	cmd = exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), "WAYMARK_TEST_MAIN=1")
	cmd.Stderr = stderr
	cmd.WaitDelay = 10 * time.Second
	return cmd, stderr
}

// TestBrokenPipe: a reader that goes ends the command without a word, as it does any other.
func TestBrokenPipe(t *testing.T) {
	cmd, stderr := process(t, "check", "--ndjson")
	cmd.Stdin = strings.NewReader(strings.Repeat(`{"robots":"","url":"/"}`+"\n", 100_000))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	out.Close()
	err = cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || stderr.Len() > 0 {
		t.Fatalf("%v, stderr %q", err, stderr)
	}
	if s := exit.Sys().(syscall.WaitStatus); !s.Signaled() || s.Signal() != syscall.SIGPIPE {
		t.Errorf("ended with %v", err)
	}
}

// TestInterrupt: Ctrl-C ends a command that waits for input without a word, and as the signal would have, after all
// that was answered went out.
func TestInterrupt(t *testing.T) {
	cmd, stderr := process(t, "check", "--ndjson")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, `{"id":1,"robots":"","url":"/"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, `{"id":1,`) {
		t.Fatalf("got %q, %v", line, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || stderr.Len() > 0 {
		t.Fatalf("%v, stderr %q", err, stderr)
	}
	if s := exit.Sys().(syscall.WaitStatus); !s.Signaled() || s.Signal() != syscall.SIGINT {
		t.Errorf("ended with %v", err)
	}
}

// TestRelease: the linker sets the version, as the Makefile does.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	binary := filepath.Join(t.TempDir(), "waymark.exe")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-ldflags", "-X main.release=v9.9.9", "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, arg := range []string{"version", "--version"} {
		out, err := exec.CommandContext(t.Context(), binary, arg).Output()
		if line, _, _ := strings.Cut(string(out), "\n"); err != nil || line != "waymark v9.9.9" {
			t.Errorf("%s: %v, %q", arg, err, out)
		}
	}
}

// TestExitStatus: the process has the status that run returns.
func TestExitStatus(t *testing.T) {
	for _, test := range []struct {
		body   string
		url    string
		status int
	}{{"", "/", statusYes}, {"User-agent: *\nDisallow: /", "/", statusNo}, {"", "x", statusFailed}} {
		cmd, _ := process(t, "check", "-f", "-", test.url)
		cmd.Stdin = strings.NewReader(test.body)
		if cmd.Run(); cmd.ProcessState.ExitCode() != test.status {
			t.Errorf("%q: %v", test.url, cmd.ProcessState)
		}
	}
}
