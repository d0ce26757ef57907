package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestMain lets the test binary be the command, for tests that need a process.
func TestMain(m *testing.M) {
	if os.Getenv("WAYMARK_TEST_MAIN") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// A call is a run of the command line without a process.
type call struct {
	args     []string
	in       io.Reader
	out      io.Writer // nil: kept
	width    int       // columns of the terminal that stdout is
	errWidth int       // of the one that stderr is
	env      map[string]string
	ctx      context.Context
	stdout   bytes.Buffer
	stderr   bytes.Buffer
}

func (c *call) run() int {
	if c.in == nil {
		c.in = strings.NewReader("")
	}
	if c.out == nil {
		c.out = &c.stdout
	}
	if c.ctx == nil {
		c.ctx = context.Background()
	}
	return run(c.ctx, c.args, stdio{c.in, c.out, &c.stderr, func(name string) string { return c.env[name] }, func(w io.Writer) int {
		if w == c.out {
			return c.width
		}
		if w == &c.stderr {
			return c.errWidth
		}
		return 0
	}})
}

// TestGolden runs the commands of testdata/*.golden from the top of the module, and compares what they write. A line
//
//	$ [NAME=value] waymark[@columns] ARGUMENT... [< file]
//
// is followed by stdout, by stderr with "2> " before each line, and by "=> " and the exit status. With @columns stdout
// is a terminal, and ␛ stands for ESC. Arguments are divided at spaces; single quotes hold one together.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for i := range files {
		if files[i], err = filepath.Abs(files[i]); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir("../..")
	t.Setenv("COLUMNS", "") // which kong obeys
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := runGolden(t, string(want))
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" && !*update {
				t.Errorf("-want +got, see -update:\n%s", diff)
			}
		})
	}
}

// runGolden returns a golden file with the outputs of now. Lines that begin with "#" before a command stay.
func runGolden(t *testing.T, text string) string {
	var out strings.Builder
	commands := 0
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "##"):
			out.WriteString("\n" + line)
		case strings.HasPrefix(line, "$ "):
			out.WriteString(line)
			out.WriteString(runLine(t, strings.TrimSpace(line[2:])))
			commands++
		}
	}
	if commands == 0 {
		t.Fatal("no commands")
	}
	return strings.TrimPrefix(out.String(), "\n")
}

var wordPattern = regexp.MustCompile(`'([^']*)'|[^ ]+`)

func runLine(t *testing.T, line string) string {
	c := call{env: map[string]string{}}
	var words []string
	for _, match := range wordPattern.FindAllStringSubmatch(line, -1) {
		if word := match[0]; strings.HasPrefix(word, "'") {
			words = append(words, match[1])
		} else {
			words = append(words, word)
		}
	}
	for strings.Contains(words[0], "=") {
		name, value, _ := strings.Cut(words[0], "=")
		c.env[name], words = value, words[1:]
	}
	if _, columns, ok := strings.Cut(words[0], "@"); ok {
		if _, err := fmt.Sscan(columns, &c.width); err != nil {
			t.Fatal(err)
		}
	}
	c.args = words[1:]
	if n := len(words); n > 2 && words[n-2] == "<" {
		in, err := os.Open(words[n-1])
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		c.in, c.args = in, words[1:n-2]
	}
	status := c.run()
	var out strings.Builder
	out.WriteString(c.stdout.String())
	for line := range strings.Lines(c.stderr.String()) {
		out.WriteString("2> " + line)
	}
	fmt.Fprintf(&out, "=> %d\n", status)
	return strings.ReplaceAll(out.String(), "\x1b", "␛")
}

// TestInputErrors: each gives one clear line, perhaps a hint, nothing on stdout, and status 2.
func TestInputErrors(t *testing.T) {
	dir := t.TempDir()
	unreadable := filepath.Join(dir, "unreadable")
	if err := os.WriteFile(unreadable, nil, 0); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "missing")
	for _, test := range []struct {
		name string
		args []string
		in   io.Reader
		want string
	}{
		{"missing", []string{"check", "-f", missing, "/"}, nil, `cannot read "` + missing + `": no such file or directory`},
		{"directory", []string{"check", "-f", dir, "/"}, nil, `cannot read "` + dir + `": it is a directory`},
		{"unreadable", []string{"check", "-f", unreadable, "/"}, nil, `cannot read "` + unreadable + `": permission denied`},
		{"broken stdin", []string{"check", "-f", "-", "/"}, iotest.ErrReader(errors.New("broken")), `cannot read stdin: broken`},
		{"missing URLs", []string{"check", "-f", "-", "--urls", missing}, nil, `cannot read "` + missing + `": no such file or directory`},
		{"directory of URLs", []string{"check", "-f", "-", "--urls", dir}, nil, `cannot read "` + dir + `": it is a directory`},
		{"unreadable URLs", []string{"check", "-f", "-", "--urls", unreadable}, nil, `cannot read "` + unreadable + `": permission denied`},
		{"show missing", []string{"show", missing}, nil, `cannot read "` + missing + `": no such file or directory`},
		{"show too large", []string{"show", "-"}, strings.NewReader(strings.Repeat("\n", maxShown+1)), "show takes at most 67,108,864"},
		{"broken questions", []string{"check", "--ndjson"}, iotest.ErrReader(errors.New("broken")), "reading questions: broken"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if strings.HasPrefix(test.name, "unreadable") && os.Geteuid() == 0 {
				t.Skip("root reads everything")
			}
			c := call{args: test.args, in: test.in}
			status := c.run()
			line, rest, _ := strings.Cut(c.stderr.String(), "\n")
			if status != statusFailed || !strings.HasPrefix(line, "waymark: error: ") || !strings.HasSuffix(line, test.want) || c.stdout.Len() > 0 {
				t.Errorf("status %d, stdout %q, stderr %q", status, c.stdout.String(), c.stderr.String())
			}
			if rest != "" && !strings.HasPrefix(rest, "waymark: hint: ") {
				t.Errorf("more on stderr: %q", rest)
			}
		})
	}
}

// TestOddBodies: they are answered, with a warning.
func TestOddBodies(t *testing.T) {
	rules := "User-agent: *\nDisallow: /a\n"
	for _, test := range []struct{ name, body, want string }{
		{"NUL", rules + "\x00", "stdin holds a NUL octet at offset 27: it looks like binary data"},
		{"not UTF-8", rules + "Disallow: /\xE9\n", "stdin is not UTF-8: octet 0xE9 in line 3"},
		{"UTF-16", "\xFE\xFF\x00" + strings.Join(strings.Split(rules, ""), "\x00"), "stdin is UTF-16: it was decoded, as many crawlers will not"},
		{"HTML", " <!DOCTYPE html>\n" + rules, "stdin looks like an HTML page, not like a robots.txt"},
	} {
		c := call{args: []string{"check", "-f", "-", "/a"}, in: strings.NewReader(test.body)}
		status := c.run()
		if want := "waymark: warning: " + test.want + "\n"; status != statusNo || c.stderr.String() != want {
			t.Errorf("%s: status %d, stderr %q, want %q", test.name, status, c.stderr.String(), want)
		}
	}
}

// TestCrawlerLimits: a known crawler reads as far as it does, and that is said.
func TestCrawlerLimits(t *testing.T) {
	body := "User-agent: *\nDisallow: /first\n" + strings.Repeat("# "+strings.Repeat("x", 98)+"\n", 6000) + "Disallow: /last\n"
	for _, test := range []struct {
		crawler, path string
		status        int
		reason, want  string
	}{
		{"Googlebot", "/first", statusNo, `"reason":"rule"`, "of which Googlebot reads the first 512,000"},
		{"Googlebot", "/last", statusYes, `"reason":"no-match"`, "of which Googlebot reads the first 512,000"},
		{"YandexBot", "/first", statusYes, `"reason":"too-large"`, "YandexBot takes a site for open whose robots.txt has more than 512,000"},
	} {
		c := call{args: []string{"check", "-f", "-", "--crawler", test.crawler, "--json", test.path}, in: strings.NewReader(body)}
		status := c.run()
		if status != test.status || !strings.Contains(c.stdout.String(), test.reason) || !strings.Contains(c.stderr.String(), test.want) {
			t.Errorf("%s %s: status %d, %s, %s", test.crawler, test.path, status, c.stdout.String(), c.stderr.String())
		}
	}
	for name, want := range map[string]bool{"Googlebot": false, "GPTBot": true, "rfc9309": false, "DeepSeekBot": true} {
		c := call{args: []string{"check", "-f", "-", "--crawler", name, "/last"}, in: strings.NewReader(body)}
		c.run()
		if got := strings.Contains(c.stderr.String(), "Waymark reads the first 512,000 for "+name+": the least that RFC 9309 §2.5 asks for"); got != want {
			t.Errorf("%s: %s", name, c.stderr.String())
		}
	}
	c := call{args: []string{"check", "-f", "-", "-a", "Googlebot", "/last"}, in: strings.NewReader(body)}
	if status := c.run(); status != statusNo || c.stderr.Len() > 0 {
		t.Errorf("-a has a limit: status %d, %s", status, c.stderr.String())
	}
}

// TestURLLines: a line that cannot be checked is an error of its own.
func TestURLLines(t *testing.T) {
	urls := "\uFEFF# comment\n\n https://example.com/a#b \r\n/" + strings.Repeat("x", maxURL) + "\nbad\n/b"
	c := call{args: []string{"check", "-f", "/dev/null", "--urls", "-", "/first"}, in: strings.NewReader(urls)}
	status := c.run()
	rows := strings.Split(strings.TrimSpace(c.stdout.String()), "\n")
	if status != statusFailed || len(rows) != 6 || strings.Count(c.stderr.String(), "\n") != 2 {
		t.Fatalf("status %d, %d rows, stderr %s", status, len(rows), c.stderr.String())
	}
	for i, want := range []string{"URL ", "/first ", "https://example.com/a#b ", "/xxx", "bad ", "/b "} {
		if !strings.HasPrefix(rows[i], want) {
			t.Errorf("row %d: %q", i, rows[i])
		}
	}
}

// TestManyRows: the table goes out as it is made, in columns that stay where they are.
func TestManyRows(t *testing.T) {
	var urls strings.Builder
	for i := range 3 * tableRows {
		fmt.Fprintf(&urls, "/%d\n", i)
	}
	c := call{args: []string{"check", "-f", "/dev/null", "-a", "a,b", "--urls", "-"}, in: strings.NewReader(urls.String())}
	if status := c.run(); status != statusYes {
		t.Fatal(status, c.stderr.String())
	}
	rows := strings.Split(strings.TrimSpace(c.stdout.String()), "\n")
	if len(rows) != 6*tableRows+1 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		if i := strings.Index(row, "no-group"); i >= 0 && i != strings.Index(rows[0], "REASON") && len(row) < 60 && strings.Index(row, "allowed") < 12 {
			t.Fatalf("not aligned: %q under %q", row, rows[0])
		}
	}
}

// TestOutputErrors: a reader that went needs no words, any other failure does.
func TestOutputErrors(t *testing.T) {
	for _, args := range [][]string{
		{"check", "-f", "/dev/null", "/a"}, {"check", "-f", "/dev/null", "/a", "/b"}, {"check", "-f", "/dev/null", "--json", "/a"},
		{"check", "--ndjson"}, {"show", "/dev/null"}, {"crawlers"}, {"version"}, {"completion", "bash"}, {"--help"},
	} {
		for _, test := range []struct {
			err  error
			want string
		}{{syscall.EPIPE, ""}, {syscall.ENOSPC, "writing "}} {
			c := call{args: args, in: strings.NewReader(`{"robots":"","url":"/"}`), out: failingWriter{test.err}}
			status := c.run()
			if status != statusFailed || !strings.Contains(c.stderr.String(), test.want) || test.want == "" && c.stderr.Len() > 0 {
				t.Errorf("%q, %v: status %d, stderr %q", args, test.err, status, c.stderr.String())
			}
		}
	}
}

type failingWriter struct{ err error }

func (f failingWriter) Write([]byte) (int, error) { return 0, f.err }

// FuzzCheck: whatever a robots.txt and a question hold, the output is printable lines, and the status one of three.
func FuzzCheck(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /\x1b[31m\u202e\xff\n", "a", "/\x1b[31m", "/b")
	f.Add("User-agent: \x1b]0;x\x07\nAllow: /a\nDisallow: /*a\nContent-Usage: /a train-ai=n\nFoo\n", "\x1b]0;x\x07:b,c", "https://example.com/a\u0085", "x")
	f.Fuzz(func(t *testing.T, body, agents, url, second string) {
		for _, args := range [][]string{
			{"check", "-f", "-", "-a", agents, "--", url}, {"check", "-f", "-", "-a", agents, "--", url, second},
			{"check", "-f", "-", "-a", agents, "--json", "--", url}, {"show", "-"}, {"show", "--lines", "-"}, {"show", "--json", "-"},
		} {
			c := call{args: args, in: strings.NewReader(body)}
			status := c.run()
			if status < statusYes || status > statusFailed {
				t.Fatalf("%q: status %d", args, status)
			}
			for _, text := range []string{c.stdout.String(), c.stderr.String()} {
				if lines := strings.ReplaceAll(text, "\n", ""); lines != visible(lines) && args[len(args)-1] != "--json" && !strings.Contains(strings.Join(args, " "), "--json") {
					t.Fatalf("%q: not printable: %q", args, text)
				}
			}
		}
	})
}
