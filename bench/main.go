// Command bench compares Waymark with other robots.txt libraries in speed and memory, in one run on one core.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"
)

const usage = `Compare Waymark with other robots.txt libraries, in one run on one core.

Usage: go run . [flags]        (in the folder bench)

  -quick            fewer repetitions, and the Go peers that are fast enough: under 50 seconds
  -json             one JSON object a line instead of a table; with -quick only the agreed reference
                    of each metric, else every peer, the reference first
  -markdown         the table as Markdown, for RESULTS.md
  -corpus PATH      a folder of robots.txt files, or a .tar.gz (default %s)
  -peers LIST       names, or go, drivers, all (default: go,drivers; with -quick: grobotstxt,temoto,samclarke)
  -only LIST        the metrics to run
  -drivers build    install and build the drivers for other languages (those of -peers), and stop
  -list             print the metrics and the peers, and stop
  -cpuprofile FILE  write a CPU profile

Examples:
  go run . -quick -json
  go run . -drivers build && go run . -markdown > RESULTS.md
  go run . -only match,match-small -peers temoto
  go run . -only parse -peers waymark -cpuprofile cpu.out && go tool pprof -top cpu.out
  go run . -peers drivers -corpus ~/robots

Data goes to standard output, progress to standard error.
`

// defaultCorpus is reference material beside the checkout, which most people do not have.
const defaultCorpus = "../../shared/corpus/robots.tar.gz"

// options are the flags.
type options struct {
	quick, json, markdown, list bool
	corpus, peers, only         string
	drivers, profile            string
}

func main() {
	runtime.GOMAXPROCS(1)
	o, err := parseFlags(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Printf(usage, defaultCorpus)
		return
	case err == nil:
		data := os.Stdout
		os.Stdout = os.Stderr // benjaminestes prints its troubles to it
		err = o.run(data, os.Stderr)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: error: %v\n", err)
		os.Exit(2)
	}
}

func parseFlags(args []string) (*options, error) {
	o := &options{}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&o.quick, "quick", false, "")
	flags.BoolVar(&o.json, "json", false, "")
	flags.BoolVar(&o.markdown, "markdown", false, "")
	flags.BoolVar(&o.list, "list", false, "")
	flags.StringVar(&o.corpus, "corpus", "", "")
	flags.StringVar(&o.peers, "peers", "", "")
	flags.StringVar(&o.only, "only", "", "")
	flags.StringVar(&o.drivers, "drivers", "", "")
	flags.StringVar(&o.profile, "cpuprofile", "", "")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	switch {
	case flags.NArg() > 0:
		return nil, fmt.Errorf("unexpected argument %q: see --help", flags.Arg(0))
	case o.json && o.markdown:
		return nil, errors.New("-json and -markdown exclude each other")
	case o.drivers != "" && o.drivers != "build":
		return nil, fmt.Errorf("-drivers %q: want build", o.drivers)
	}
	if o.peers == "" {
		o.peers = "go,drivers"
		if o.quick && o.drivers == "" {
			o.peers = "grobotstxt,temoto,samclarke"
		}
	}
	return o, nil
}

func (o *options) run(stdout, stderr io.Writer) error {
	linked, driven, err := choosePeers(o.peers)
	if err != nil {
		return err
	}
	if o.list {
		return list(stdout)
	}
	if o.drivers == "build" {
		if failed := buildDrivers(driven, stderr); failed > 0 {
			return fmt.Errorf("%d of %d drivers were not built", failed, len(driven))
		}
		return nil
	}
	chosen, err := chooseMetrics(o.only)
	if err != nil {
		return err
	}
	files, err := o.load(stderr)
	if err != nil {
		return err
	}
	b := &bench{work: newWorkload(files), peers: linked, pace: o.pace()}
	if o.profile != "" {
		out, err := os.Create(o.profile)
		if err != nil {
			return err
		}
		defer out.Close()
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	b.verify(stderr)
	return o.measure(b, chosen, driven, stdout, stderr)
}

// pace is how long a run measures: -quick has to end within 50 seconds, together with a warm compile.
func (o *options) pace() pace {
	if o.quick {
		return pace{rounds: 5, atLeast: 20 * time.Millisecond, atMost: 400 * time.Millisecond}
	}
	return pace{rounds: 15, atLeast: 100 * time.Millisecond, atMost: 10 * time.Second}
}

// hurry is when a -quick run on a busy machine begins to repeat less.
const hurry = 20 * time.Second

func chooseMetrics(only string) ([]metric, error) {
	if only == "" {
		return metrics(), nil
	}
	var chosen []metric
	for key := range strings.SplitSeq(only, ",") {
		before := len(chosen)
		for _, m := range metrics() {
			if m.key == strings.TrimSpace(key) {
				chosen = append(chosen, m)
			}
		}
		if len(chosen) == before {
			return nil, fmt.Errorf("unknown metric %q: see -list", key)
		}
	}
	return chosen, nil
}

// load reads the corpus; without one the metrics that need it are left out.
func (o *options) load(stderr io.Writer) ([]*file, error) {
	path := o.corpus
	if path == "" {
		path = defaultCorpus
		if _, err := os.Stat(path); err != nil {
			fmt.Fprintf(stderr, "no corpus at %s: the metrics that need one are left out; -corpus names a folder of robots.txt files\n", path)
			return nil, nil
		}
	}
	return loadCorpus(path)
}

// measure runs the chosen metrics, and prints each as soon as it is there, or all at the end as a table.
func (o *options) measure(b *bench, chosen []metric, driven []*driver, stdout, stderr io.Writer) error {
	timeout := 120 * time.Second
	if o.quick {
		timeout = 20 * time.Second
	}
	external, err := newDriverRun(min(b.pace.rounds, 7), timeout, stderr)
	if err != nil {
		return err
	}
	defer external.close()
	ready := available(driven, stderr)
	var results []result
	begun := time.Now()
	for _, m := range chosen {
		if m.corpus && len(b.work.files) == 0 || m.slow && o.quick && o.only == "" {
			continue
		}
		start := time.Now()
		if o.quick && start.Sub(begun) > hurry {
			b.pace.rounds = leastRounds
		}
		figures, err := m.run(b)
		if err != nil {
			return fmt.Errorf("%s: %w", m.key, err)
		}
		r := result{metric: m, figures: figures}
		for _, d := range ready {
			f, err := external.measure(d, b.work, m)
			if errors.Is(err, errNotMeasured) {
				continue
			}
			if err != nil {
				r.missed = append(r.missed, d.name+": "+err.Error())
				continue
			}
			r.figures = append(r.figures, f)
		}
		fmt.Fprintf(stderr, "%-13s %5.1f s  %s\n", m.key, time.Since(start).Seconds(), brief(r))
		results = append(results, r)
		if o.json {
			if err := writeJSON(stdout, r, !o.quick); err != nil {
				return err
			}
		}
	}
	switch {
	case o.markdown:
		return writeMarkdown(stdout, b, results, "go run . "+strings.Join(os.Args[1:], " "))
	case !o.json:
		return writeTable(stdout, results)
	}
	return nil
}

// available sorts out the drivers that are not built, and says how to build them.
func available(driven []*driver, stderr io.Writer) []*driver {
	var ready []*driver
	for _, d := range driven {
		if d.built() {
			ready = append(ready, d)
			continue
		}
		fmt.Fprintf(stderr, "%s is left out: not built. To build it: go run . -drivers build -peers %s   (needs %s)\n",
			d.name, d.name, d.tool)
	}
	return ready
}

// brief is the progress line of a metric.
func brief(r result) string {
	var parts []string
	for _, f := range r.figures {
		parts = append(parts, fmt.Sprintf("%s %s", f.who, show(f.value)))
	}
	return r.metric.unit + ": " + strings.Join(append(parts, r.missed...), ", ")
}

func list(w io.Writer) error {
	fmt.Fprintln(w, "Metrics:")
	for _, m := range metrics() {
		fmt.Fprintf(w, "  %-13s %-10s  %s\n", m.key, m.unit, m.about)
	}
	fmt.Fprintln(w, "Peers in Go:")
	for _, p := range goPeers() {
		fmt.Fprintf(w, "  %-15s %s\n", p.name(), described(p))
	}
	fmt.Fprintln(w, "Drivers:")
	for _, d := range drivers() {
		state := "built"
		if !d.built() {
			state = "not built: go run . -drivers build -peers " + d.name
		}
		fmt.Fprintf(w, "  %-15s %s (%s)\n", d.name, d.about, state)
	}
	return nil
}
