// Conform asks any program that speaks the testkit's protocol every question of a dialect, and reports what it
// answers otherwise than the vectors say. See testkit/README.md.
//
//	conform [-dialect NAME] [-fields LIST] [-levels LIST] [-skip FILE] [-timeout DURATION] COMMAND [ARG...]
//	conform [-dialect NAME] [-levels LIST] -list
//
// Its exit status is 0 if all passed, 1 if not, 2 if the command could not be run or failed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"waymark.example/testkit"
)

func main() {
	status, err := run(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "conform: error:", strings.TrimPrefix(err.Error(), "testkit: "))
	}
	os.Exit(status)
}

// run is main without the process.
func run(args []string, stdout, stderr io.Writer) (int, error) {
	flags := flag.NewFlagSet("conform", flag.ContinueOnError)
	flags.SetOutput(stderr)
	opts := &testkit.Options{}
	flags.StringVar(&opts.Dialect, "dialect", testkit.RFC9309, "rfc9309, google or first-match")
	flags.Func("fields", "compare these fields only, as in allowed,line", list(&opts.Fields))
	flags.Func("levels", "ask these levels only, as in MUST,SHOULD", list(&opts.Levels))
	flags.Func("skip", "a `file` of known failures: lines of a vector's name and the reason", func(name string) (err error) {
		opts.Skip, err = readSkips(name)
		return err
	})
	export := flags.Bool("list", false, "write the questions with their answers as JSON lines, and run nothing")
	timeout := flags.Duration("timeout", 5*time.Minute, "give the command so much time")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0, nil
	} else if err != nil {
		return 2, nil // reported by flags
	}
	switch {
	case *export && flags.NArg() == 0:
		if err := testkit.Export(stdout, opts); err != nil {
			return 2, err
		}
		return 0, nil
	case *export || flags.NArg() == 0:
		return 2, fmt.Errorf("want a command, or -list and none")
	}
	ctx, cancel := context.WithTimeout(context.Background(), *timeout)
	defer cancel()
	report, err := ask(ctx, flags.Args(), stderr, opts)
	if err != nil {
		return 2, err
	}
	for _, f := range report.Failures {
		fmt.Fprintln(stdout, f)
	}
	fmt.Fprintf(stdout, "%s: %d questions, %d skipped, %d failures\n", opts.Dialect, report.Asked, report.Skipped, len(report.Failures))
	if len(report.Failures) > 0 {
		return 1, nil
	}
	return 0, nil
}

// ask runs the command between Stream and Compare.
func ask(ctx context.Context, command []string, stderr io.Writer, opts *testkit.Options) (testkit.Report, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stderr, cmd.WaitDelay = stderr, time.Second
	questions, toCommand := io.Pipe()
	cmd.Stdin = questions
	defer questions.Close()
	go func() { toCommand.CloseWithError(testkit.Stream(toCommand, opts)) }()
	answers, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return testkit.Report{}, err
	}
	report, err := testkit.Compare(answers, opts)
	if err != nil {
		stop() // the command may go on for ever
	}
	if failed := cmd.Wait(); failed != nil && err == nil {
		err = fmt.Errorf("%s: %w", command[0], failed)
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			err = fmt.Errorf("%s did not end in time: see -timeout", command[0])
		}
	}
	return report, err
}

// list returns what sets a list from a flag.
func list(set *[]string) func(string) error {
	return func(value string) error { *set = strings.Split(value, ","); return nil }
}

// readSkips reads lines of a name, white space and a reason; "#" begins a comment line.
func readSkips(name string) (map[string]string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	skips := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if key, reason, _ := strings.Cut(strings.TrimSpace(line), " "); key != "" && key[0] != '#' {
			skips[key] = strings.TrimSpace(reason)
		}
	}
	return skips, nil
}
