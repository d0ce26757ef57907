package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

// A line is one comparison: Waymark against one peer at one metric. Its keys are a contract.
type line struct {
	Metric    string  `json:"metric"`
	Unit      string  `json:"unit"`
	Waymark   float64 `json:"waymark"`
	Peer      string  `json:"peer"`
	PeerValue float64 `json:"peer_value"`
	Ratio     float64 `json:"ratio"` // above 1: Waymark is better
}

// beyond is the ratio where Waymark's figure is zero and the peer's is not: JSON has no infinity.
const beyond = 1000

// compare makes the line of a metric against one peer.
func compare(m metric, ours, theirs figure) line {
	ratio := theirs.value / ours.value
	switch {
	case m.higher:
		ratio = ours.value / theirs.value
	case ours.value == theirs.value:
		ratio = 1
	case ours.value <= 0:
		ratio = beyond
	}
	return line{m.key, m.unit, rounded(ours.value), theirs.who, rounded(theirs.value), rounded(ratio)}
}

// rounded keeps four digits: more would claim a precision that no shared machine has.
func rounded(v float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	if err != nil || math.IsInf(short, 0) || math.IsNaN(short) {
		return 0
	}
	return short
}

// A result is a metric with the figures of all libraries.
type result struct {
	metric  metric
	figures []figure // Waymark first
	missed  []string // who gave no figure, and why
}

// reference is the index of the figure that Waymark is held against; false where nobody else was measured.
func (r result) reference() (int, bool) {
	best := 0
	for i, f := range r.figures {
		switch {
		case i == 0 || r.metric.against != "" && f.who != r.metric.against || !isGoPeer(f.who):
		case best == 0,
			r.metric.higher && f.value > r.figures[best].value,
			!r.metric.higher && f.value < r.figures[best].value:
			best = i
		}
	}
	return best, best > 0
}

func isGoPeer(name string) bool {
	for _, p := range goPeers() {
		if p.name() == name {
			return true
		}
	}
	return false
}

// lines returns the comparison with the reference first and, if all is set, those with all other peers. Where nobody
// else was measured it returns Waymark's figure without a peer.
func (r result) lines(all bool) []line {
	var lines []line
	if len(r.figures) == 1 {
		return []line{{Metric: r.metric.key, Unit: r.metric.unit, Waymark: rounded(r.figures[0].value)}}
	}
	reference, found := r.reference()
	if found {
		lines = append(lines, compare(r.metric, r.figures[0], r.figures[reference]))
	}
	for i := 1; i < len(r.figures); i++ {
		if i != reference && (all || !found) {
			lines = append(lines, compare(r.metric, r.figures[0], r.figures[i]))
		}
	}
	return lines
}

// writeJSON writes one object a line.
func writeJSON(w io.Writer, r result, all bool) error {
	encoder := json.NewEncoder(w)
	for _, l := range r.lines(all) {
		if err := encoder.Encode(l); err != nil {
			return err
		}
	}
	return nil
}

// writeTable writes a table for a terminal.
func writeTable(w io.Writer, results []result) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "metric\tunit\twaymark\tpeer\tvalue\tratio\tsample\t")
	for _, r := range results {
		notes := map[string]string{}
		for _, f := range r.figures {
			notes[f.who] = f.note
		}
		for i, l := range r.lines(true) {
			mark := ""
			if _, found := r.reference(); found && i == 0 {
				mark = "* "
			}
			if l.Peer == "" {
				fmt.Fprintf(table, "%s\t%s\t%s\t-\t-\t-\t\t\n", l.Metric, l.Unit, show(l.Waymark))
				continue
			}
			fmt.Fprintf(table, "%s%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", mark, l.Metric, l.Unit, show(l.Waymark), l.Peer,
				show(l.PeerValue), show(l.Ratio), notes[l.Peer])
		}
		for _, m := range r.missed {
			fmt.Fprintf(table, "%s\t%s\t\t%s\t\t\t\t\n", r.metric.key, r.metric.unit, m)
		}
	}
	return table.Flush()
}

// show prints four digits with thousands separated.
func show(v float64) string {
	digits := 0
	if a := math.Abs(v); a != 0 {
		digits = max(0, 3-int(math.Floor(math.Log10(a))))
	}
	s := strconv.FormatFloat(rounded(v), 'f', min(digits, 4), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	whole, rest, _ := strings.Cut(s, ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if rest != "" {
		return whole + "." + rest
	}
	return whole
}

// writeMarkdown writes RESULTS.md: the summary, all figures, and what they were taken from.
func writeMarkdown(w io.Writer, b *bench, results []result, command string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# Results\n\nWritten by `%s`: do not edit. What each metric means is in [README.md](README.md).\n\n", command)
	fmt.Fprintf(out, "- Date: %s\n- Machine: %s\n- Go: %s, GOMAXPROCS=1\n", time.Now().UTC().Format(time.DateOnly), machine(), runtime.Version())
	if len(b.work.files) > 0 {
		fmt.Fprintf(out, "- Corpus: %s files, %s octets, %s questions\n", show(float64(len(b.work.files))),
			count(octets(b.work.files)), count(questions(b.work.corpus)))
	}
	fmt.Fprintf(out, "- Repetitions: %d at most, the median counts; in brackets the fastest and the slowest\n\n", b.pace.rounds)
	fmt.Fprint(out, "| metric | unit | required | Waymark | reference | its figure | ratio |\n|---|---|---|---|---|---|---|\n")
	for _, r := range results {
		ours := r.figures[0]
		name, value, ratio := "-", "-", "-"
		if i, found := r.reference(); found {
			l := compare(r.metric, ours, r.figures[i])
			name, value, ratio = l.Peer, show(l.PeerValue), show(l.Ratio)
			if l.Ratio == beyond {
				ratio = "-"
			}
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s | %s | %s |\n", r.metric.key, r.metric.unit, required(r.metric), spread(ours), name, value, ratio)
	}
	fmt.Fprint(out, "\nThe reference is grobotstxt for parse and one-shot, else the best Go peer. \"Required\" is a ratio to the reference\n"+
		"(7x) or a value in the unit that Waymark must reach.\n\n## All figures\n\n")
	writeMatrix(out, results)
	fmt.Fprint(out, "\n## What was compared\n\n")
	for _, p := range b.peers {
		fmt.Fprintf(out, "- %s: %s\n", p.name(), described(p))
	}
	for _, d := range drivers() {
		if answered(results, d.name) {
			fmt.Fprintf(out, "- %s: %s\n", d.name, d.about)
		} else {
			fmt.Fprintf(out, "- %s: not in this run\n", d.name)
		}
	}
	return out.Flush()
}

// answered tells whether a library has a figure in any result.
func answered(results []result, who string) bool {
	for _, r := range results {
		for _, f := range r.figures {
			if f.who == who {
				return true
			}
		}
	}
	return false
}

func required(m metric) string {
	if m.must == "" {
		return "-"
	}
	return m.must
}

func spread(f figure) string {
	if f.low == f.high {
		return show(f.value)
	}
	return fmt.Sprintf("%s (%s to %s)", show(f.value), show(f.low), show(f.high))
}

// writeMatrix writes one row a library and one column a metric.
func writeMatrix(w io.Writer, results []result) {
	var names []string
	cells := map[[2]string]string{}
	notes := map[string][]string{}
	add := func(who, key, cell string) {
		if _, known := notes[who]; !known {
			names, notes[who] = append(names, who), nil
		}
		cells[[2]string{who, key}] = cell
	}
	for _, r := range results {
		for _, f := range r.figures {
			add(f.who, r.metric.key, show(f.value))
			if f.note != "" {
				notes[f.who] = append(notes[f.who], r.metric.key+": "+f.note)
			}
		}
		for _, m := range r.missed {
			who, why, _ := strings.Cut(m, ": ")
			add(who, r.metric.key, why)
		}
	}
	fmt.Fprint(w, "| |")
	for _, r := range results {
		fmt.Fprintf(w, " %s, %s |", r.metric.key, r.metric.unit)
	}
	fmt.Fprint(w, "\n|---|"+strings.Repeat("---|", len(results))+"\n")
	for _, who := range names {
		fmt.Fprintf(w, "| %s |", who)
		for _, r := range results {
			cell := cells[[2]string{who, r.metric.key}]
			if cell == "" {
				cell = "-"
			}
			fmt.Fprintf(w, " %s |", cell)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "\nSlow libraries got a part of the questions; of the hostile files the worst is shown:\n\n")
	for _, who := range names {
		if len(notes[who]) > 0 {
			fmt.Fprintf(w, "- %s: %s\n", who, strings.Join(notes[who], ", "))
		}
	}
}

// count prints a whole number with thousands separated.
func count(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// machine names the processor as far as the system tells.
func machine() string {
	name := runtime.GOOS + "/" + runtime.GOARCH
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return name
	}
	for row := range strings.Lines(string(text)) {
		if key, value, found := strings.Cut(row, ":"); found && strings.TrimSpace(key) == "model name" {
			return fmt.Sprintf("%s, %d cores seen, %s", strings.TrimSpace(value), runtime.NumCPU(), name)
		}
	}
	return fmt.Sprintf("%s, %d cores seen", name, runtime.NumCPU())
}

// described is what a library is, with the version that is linked in.
func described(p peer) string {
	module, rest, _ := strings.Cut(p.about(), ";")
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == module && dep.Replace == nil {
				module += " " + dep.Version
			}
		}
	}
	return module + ";" + rest
}
