package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A driver is a library of another language behind a small program in drivers/, which measures in its own process.
//
// The program is called with four arguments: the kind of task (parse, one-shot, match, agents), a folder with the
// files, a list of questions (file, token and path a line, separated by tabs), and the number of repetitions. It
// prints one JSON object, an [answer].
type driver struct {
	name    string
	about   string
	folder  string
	tool    string     // must be installed to build it
	build   [][]string // commands, run in folder
	command []string   // runs it, in folder
	needs   string     // exists in folder once it is built
	strides map[string]int
	skips   string // a metric that it has nothing to measure for
}

// An answer is what a driver prints.
type answer struct {
	Nanoseconds float64 `json:"ns"`      // for each octet (parse), file (one-shot), question (match), or run (agents)
	Allowed     int     `json:"allowed"` // the verdicts that allow in one run
	Failed      int     `json:"failed"`  // the files that the library refused, or panicked on
}

func drivers() []*driver {
	cargo := [][]string{{"cargo", "build", "--release", "--quiet"}}
	return []*driver{
		{name: "texting_robots", about: "texting_robots 0.2.2 (crates); a Robot per file and token", folder: "rust",
			tool: "cargo", build: cargo, command: []string{"./target/release/texting_robots"},
			needs: "target/release/texting_robots"},
		{name: "robotstxt-rs", about: "robotstxt 0.3.0 (crates), the Rust port of Google's; every question parses again",
			folder: "rust", tool: "cargo", build: cargo, command: []string{"./target/release/robotstxt-rs"},
			needs:   "target/release/robotstxt-rs",
			strides: map[string]int{"match": 53, "match-small": 53, "literal-10k": 101, "wildcard-10k": 31},
			skips:   "agents-2000"},
		{name: "robots-parser", about: "robots-parser 3.0.1 (npm)", folder: "robots-parser", tool: "npm",
			build:   [][]string{{"npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"}},
			command: []string{"node", "main.js"}, needs: "node_modules/robots-parser/package.json",
			strides: map[string]int{"literal-10k": 11, "wildcard-10k": 31}},
		{name: "protego", about: "Protego 0.7.0 (PyPI)", folder: "protego", tool: "python3",
			build: [][]string{{"python3", "-m", "venv", ".venv"},
				{".venv/bin/python", "-m", "pip", "install", "--quiet", "--requirement", "requirements.txt"}},
			command: []string{".venv/bin/python", "main.py"}, needs: ".venv/bin/python",
			strides: map[string]int{"literal-10k": 101, "wildcard-10k": 31}},
		{name: "crawler-commons", about: "crawler-commons 1.6 (Maven Central); SimpleRobotRules per file and token",
			folder: "crawler-commons", tool: "mvn",
			build:   [][]string{{"mvn", "--batch-mode", "--quiet", "package"}},
			command: []string{"java", "-Xmx4g", "-XX:+UseSerialGC", "-cp", "target/classes:target/lib/*", "Main"},
			needs:   "target/classes/Main.class", strides: map[string]int{"literal-10k": 11, "wildcard-10k": 31}},
	}
}

// home is where the drivers are: the folder of this module, in which the program is run.
const home = "drivers"

// built tells whether the driver can run.
func (d *driver) built() bool {
	_, err := os.Stat(filepath.Join(home, d.folder, d.needs))
	return err == nil
}

// make installs the library and builds the driver.
func (d *driver) make(progress io.Writer) error {
	if _, err := exec.LookPath(d.tool); err != nil {
		return fmt.Errorf("%s is not installed", d.tool)
	}
	for _, command := range d.build {
		fmt.Fprintf(progress, "%s: %s\n", d.name, strings.Join(command, " "))
		build := exec.Command(command[0], command[1:]...)
		build.Dir = filepath.Join(home, d.folder)
		build.Stdout, build.Stderr = progress, progress
		if err := build.Run(); err != nil {
			return fmt.Errorf("%s: %w", command[0], err)
		}
	}
	if !d.built() {
		return fmt.Errorf("the build succeeded but left no %s", d.needs)
	}
	return nil
}

// buildDrivers builds what can be built and returns how many could not.
func buildDrivers(chosen []*driver, progress io.Writer) int {
	failed := 0
	for _, d := range chosen {
		if err := d.make(progress); err != nil {
			fmt.Fprintf(progress, "%s: not built: %v\n", d.name, err)
			failed++
		}
	}
	return failed
}

// task names the kind of work of a metric, and the questions; false where drivers do not take part.
func task(w *workload, key string) (kind string, sets [][]ask, ok bool) {
	switch key {
	case "parse":
		return "parse", [][]ask{w.single}, true
	case "one-shot":
		return "one-shot", [][]ask{w.single}, true
	case "match":
		return "match", [][]ask{w.corpus}, true
	case "match-small":
		return "match", [][]ask{w.small}, true
	case "literal-10k":
		return "match", [][]ask{w.literal}, true
	case "wildcard-10k":
		return "match", [][]ask{w.wildcard}, true
	case "hostile":
		for _, a := range w.hostile {
			sets = append(sets, []ask{a})
		}
		return "match", sets, true
	case "agents-2000":
		var asks []ask
		for _, token := range w.agentsTokens {
			asks = append(asks, newAsk(w.agents, token, []string{"/"}))
		}
		return "agents", [][]ask{asks}, true
	}
	return "", nil, false
}

// A driverRun runs drivers on files that it wrote once.
type driverRun struct {
	folder   string           // temporary
	names    map[*file]string // of the files in it
	rounds   int
	timeout  time.Duration // of one call
	progress io.Writer
}

func newDriverRun(rounds int, timeout time.Duration, progress io.Writer) (*driverRun, error) {
	folder, err := os.MkdirTemp("", "waymark-bench-")
	return &driverRun{folder, map[*file]string{}, rounds, timeout, progress}, err
}

func (r *driverRun) close() error { return os.RemoveAll(r.folder) }

// write puts the questions, and the files that are not there yet, into the folder.
func (r *driverRun) write(asks []ask) (list string, err error) {
	var lines bytes.Buffer
	for _, a := range asks {
		name, there := r.names[a.file]
		if !there {
			name = fmt.Sprintf("%05d.txt", len(r.names))
			r.names[a.file] = name
			if err := os.WriteFile(filepath.Join(r.folder, name), a.file.body, 0o600); err != nil {
				return "", err
			}
		}
		for _, path := range a.paths {
			fmt.Fprintf(&lines, "%s\t%s\t%s\n", name, a.token, path)
		}
	}
	list = filepath.Join(r.folder, "questions.tsv")
	return list, os.WriteFile(list, lines.Bytes(), 0o600)
}

// errNotMeasured says that a driver takes no part in a metric.
var errNotMeasured = errors.New("not measured")

// measure runs the driver at a metric. Its error says in a few words why there is no figure.
func (r *driverRun) measure(d *driver, w *workload, m metric) (figure, error) {
	kind, sets, ok := task(w, m.key)
	if !ok || d.skips == m.key {
		return figure{}, errNotMeasured
	}
	worst := figure{who: d.name}
	for _, asks := range sets {
		stride := sampled(d.strides, m.key)
		asks = every(asks, stride)
		got, err := r.call(d, kind, asks)
		if err != nil {
			return figure{}, err
		}
		if m.key == "match" {
			fmt.Fprintf(r.progress, "check: %s allows %s of %s questions, waymark %s\n", d.name, count(got.Allowed),
				count(questions(asks)), count(waymark{}.match(asks, false)()))
		}
		value := inUnit(kind, m.unit, got.Nanoseconds)
		if value >= worst.value {
			worst.value, worst.low, worst.high = value, value, value
			worst.note = driverNote(stride, got.Failed)
			if m.key == "hostile" {
				worst.note = asks[0].file.name
			}
		}
	}
	return worst, nil
}

// driverNote says what part of the work was done.
func driverNote(stride, failed int) string {
	var notes []string
	if stride > 1 {
		notes = append(notes, note(stride))
	}
	if failed > 0 {
		notes = append(notes, fmt.Sprintf("%d refused", failed))
	}
	return strings.Join(notes, ", ")
}

// inUnit converts a driver's nanoseconds.
func inUnit(kind, unit string, ns float64) float64 {
	switch {
	case kind == "parse":
		return 1e3 / ns
	case unit == "us":
		return ns / 1e3
	case unit == "ms":
		return ns / 1e6
	}
	return ns
}

func (r *driverRun) call(d *driver, kind string, asks []ask) (answer, error) {
	list, err := r.write(asks)
	if err != nil {
		return answer{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), r.timeout)
	defer cancel()
	args := append(d.command[1:len(d.command):len(d.command)], kind, r.folder, list, strconv.Itoa(r.rounds))
	program := d.command[0]
	if strings.Contains(program, "/") { // a path, relative to the driver's folder
		if program, err = filepath.Abs(filepath.Join(home, d.folder, program)); err != nil {
			return answer{}, err
		}
	}
	run := exec.CommandContext(ctx, program, args...)
	run.Dir = filepath.Join(home, d.folder)
	var talk bytes.Buffer
	run.Stderr = &talk
	out, err := run.Output()
	if ctx.Err() != nil {
		return answer{}, fmt.Errorf("over %v", r.timeout)
	}
	if err != nil {
		return answer{}, fmt.Errorf("failed: %w: %s", err, lastLine(talk.String()))
	}
	var got answer
	if err := json.Unmarshal(out, &got); err != nil {
		return answer{}, fmt.Errorf("printed no figure: %w", err)
	}
	return got, nil
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
