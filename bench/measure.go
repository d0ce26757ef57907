package main

import (
	"fmt"
	"runtime"
	"sort"
	"time"
)

// A trial is one library at one task. Its run does the whole task once and returns a count that depends on every
// answer (the verdicts that allow, or the octets parsed), so that nothing can be left out by the compiler, and so that
// a repetition that answers differently is noticed.
type trial struct {
	who   string
	units int // how many things one run does
	run   func() int
	note  string // what a reader must know, such as a sample
}

// A figure is what one library reached at one task.
type figure struct {
	who   string
	value float64 // in the unit of the metric
	low   float64 // the fastest and the slowest repetition, in the order of value
	high  float64
	note  string
}

// A pace says how long to measure.
type pace struct {
	rounds  int           // repetitions; the median counts
	atLeast time.Duration // of one repetition: short runs are looped
	atMost  time.Duration // of one library at one task: then fewer repetitions, never less than leastRounds
}

// leastRounds is the fewest repetitions whose median one stalled repetition does not move.
const leastRounds = 3

// measure runs all trials in turn, round by round, so that a machine that slows down slows all of them, and returns
// each one's nanoseconds a unit. Every round starts with another trial.
func measure(trials []trial, p pace) ([]figure, error) {
	type state struct {
		want, loops int
		best        time.Duration // of the repetitions so far: one that stalled must not end the series
		samples     []float64
	}
	states := make([]state, len(trials))
	for i, t := range trials {
		runtime.GC()
		start := time.Now()
		states[i].want = t.run() // warms caches and lazy compilers; not counted
		took := time.Since(start)
		if took < p.atLeast { // once more, now warm, to choose the number of loops
			start = time.Now()
			t.run()
			took = time.Since(start)
		}
		states[i].loops = 1 + int(p.atLeast/max(took, 100))
	}
	for round := range p.rounds {
		for turn := range trials {
			i := (round + turn) % len(trials)
			s := &states[i]
			if round >= leastRounds && s.best*time.Duration(len(s.samples)) > p.atMost {
				continue
			}
			took, err := timed(trials[i], s.loops, s.want)
			if err != nil {
				return nil, err
			}
			if s.best == 0 || took < s.best {
				s.best = took
			}
			s.samples = append(s.samples, float64(took.Nanoseconds())/float64(s.loops)/float64(trials[i].units))
		}
	}
	figures := make([]figure, len(trials))
	for i, t := range trials {
		s := states[i].samples
		sort.Float64s(s)
		figures[i] = figure{who: t.who, value: median(s), low: s[0], high: s[len(s)-1], note: t.note}
	}
	return figures, nil
}

func timed(t trial, loops, want int) (time.Duration, error) {
	runtime.GC() // nobody pays for the garbage of the one before
	start := time.Now()
	for range loops {
		if got := t.run(); got != want {
			return 0, fmt.Errorf("%s answered %d at first and now %d: its answers are not stable", t.who, want, got)
		}
	}
	return time.Since(start), nil
}

// median expects sorted values.
func median(sorted []float64) float64 {
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return (sorted[mid-1] + sorted[mid]) / 2
}

// heapOf returns how many octets of heap are kept alive by what build returns.
func heapOf(build func() any) float64 {
	before := liveHeap()
	kept := build()
	after := liveHeap()
	runtime.KeepAlive(kept)
	return float64(after) - float64(before)
}

func liveHeap() uint64 {
	var stats runtime.MemStats
	for range 3 { // finalizers and pools need more than one cycle
		runtime.GC()
	}
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
