package main

import (
	"fmt"
	"runtime"
	"testing"
)

// A metric is one thing that is measured for every library.
type metric struct {
	key     string
	unit    string
	about   string
	must    string // what Waymark has to reach: "7x" the reference, or a value in the unit
	higher  bool   // more is better
	corpus  bool   // needs a corpus
	against string // the peer whose figure is the reference; "": the best Go peer
	slow    bool   // left out of -quick
	run     func(b *bench) ([]figure, error)
}

// metrics are all, in the order in which they are run and shown.
func metrics() []metric {
	return []metric{
		{key: "parse", unit: "MB/s", higher: true, corpus: true, against: "grobotstxt", must: "7x",
			run:   parseOn(peer.parse),
			about: "parse every file of the corpus to the library's own form"},
		{key: "parse-bytes", unit: "MB/s", higher: true, corpus: true, against: "grobotstxt", slow: true,
			run:   parseOn(func(p peer, f *file) any { return p.parseBytes(f.body) }),
			about: "the same from []byte: a library that takes or keeps a string pays for the copy"},
		{key: "one-shot", unit: "us", corpus: true, against: "grobotstxt", must: "14x", run: inMicroseconds(runOneShot),
			about: "parse a file and give one verdict for one token and one URL, per file"},
		{key: "match", unit: "ns", corpus: true, must: "15x", run: matchOn("match", corpusAsks, false),
			about: "one verdict from compiled rules over the corpus, the path prepared"},
		{key: "match-url", unit: "ns", corpus: true, run: matchOn("match-url", corpusAsks, true),
			about: "the same from the URL: path taken out and normalised each time"},
		{key: "match-small", unit: "ns", corpus: true, must: "60", run: matchOn("match-small", smallAsks, false),
			about: "match, where 1 to 32 rules bind the token"},
		{key: "literal-10k", unit: "ns", must: "200", run: matchOn("literal-10k", literals, false),
			about: "match against 10,000 rules without wildcard, half of the paths hit"},
		{key: "wildcard-10k", unit: "us", must: "2", run: inMicroseconds(matchOn("wildcard-10k", wildcards, false)),
			about: "match against 10,000 rules with wildcards of three shapes, half of the paths hit"},
		{key: "hostile", unit: "us", must: "5", run: inMicroseconds(runHostile),
			about: "match of 50 *a segments on a URL of 4 KB, the worst of three"},
		{key: "agents-2000", unit: "ms", must: "5", run: runAgents,
			about: "parse 2,000 User-agent lines over 2,000 rules and compile the rules of each token"},
		{key: "allocs", unit: "allocs", corpus: true, must: "0", run: runAllocs,
			about: "allocations of one verdict from compiled rules, the path prepared"},
		{key: "heap", unit: "bytes/byte", corpus: true, must: "1.0", run: runHeap,
			about: "heap beyond the text, per octet of text, every file and every token's rules kept"},
	}
}

func corpusAsks(w *workload) []ask { return w.corpus }
func smallAsks(w *workload) []ask  { return w.small }
func literals(w *workload) []ask   { return w.literal }
func wildcards(w *workload) []ask  { return w.wildcard }

// A bench is one run: what is asked, of whom, and for how long.
type bench struct {
	work  *workload
	peers []peer
	pace  pace
}

// note says that a figure comes from a part of the work.
func note(stride int) string {
	if stride <= 1 {
		return ""
	}
	return fmt.Sprintf("1 in %d", stride)
}

// parseOn makes a metric that times one way to parse.
func parseOn(parse func(peer, *file) any) func(*bench) ([]figure, error) {
	return func(b *bench) ([]figure, error) {
		var trials []trial
		for _, p := range b.peers {
			trials = append(trials, trial{who: p.name(), units: octets(b.work.files), run: func() int {
				read := 0
				for _, f := range b.work.files {
					if parsed := parse(p, f); parsed != nil {
						read++
						runtime.KeepAlive(parsed) // so that the compiler must make it
					}
				}
				return read
			}})
		}
		figures, err := measure(trials, b.pace)
		for i := range figures { // nanoseconds an octet to octets a microsecond
			f := &figures[i]
			f.value, f.low, f.high = 1e3/f.value, 1e3/f.high, 1e3/f.low
		}
		return figures, err
	}
}

func runOneShot(b *bench) ([]figure, error) {
	var trials []trial
	for _, p := range b.peers {
		trials = append(trials, trial{who: p.name(), units: len(b.work.single), run: func() int {
			allowed := 0
			for _, a := range b.work.single {
				if p.oneShot(a.file, a.token, a.urls[0]) {
					allowed++
				}
			}
			return allowed
		}})
	}
	return measure(trials, b.pace)
}

// inMicroseconds turns the nanoseconds of a measurement into microseconds.
func inMicroseconds(run func(*bench) ([]figure, error)) func(*bench) ([]figure, error) {
	return func(b *bench) ([]figure, error) {
		figures, err := run(b)
		scale(figures, 1e-3)
		return figures, err
	}
}

func scale(figures []figure, by float64) {
	for i := range figures {
		f := &figures[i]
		f.value, f.low, f.high = f.value*by, f.low*by, f.high*by
	}
}

// matchOn makes a metric that times the match loops of all peers on some of the questions.
func matchOn(key string, choose func(*workload) []ask, fromURL bool) func(*bench) ([]figure, error) {
	return func(b *bench) ([]figure, error) {
		return measure(matchTrials(b, key, choose(b.work), fromURL), b.pace)
	}
}

func matchTrials(b *bench, key string, all []ask, fromURL bool) []trial {
	var trials []trial
	for _, p := range b.peers {
		stride := p.sample(key)
		asks := every(all, stride)
		if n := questions(asks); n > 0 {
			trials = append(trials, trial{who: p.name(), units: n, note: note(stride), run: p.match(asks, fromURL)})
		}
	}
	return trials
}

// runHostile times each hostile file on its own and keeps every library's worst.
func runHostile(b *bench) ([]figure, error) {
	var worst []figure
	for _, a := range b.work.hostile {
		figures, err := measure(matchTrials(b, "hostile", []ask{a}, false), b.pace)
		if err != nil {
			return nil, err
		}
		for i, f := range figures {
			f.note = a.file.name
			if worst == nil || i >= len(worst) {
				worst = append(worst, f)
			} else if f.value > worst[i].value {
				worst[i] = f
			}
		}
	}
	return worst, nil
}

func runAgents(b *bench) ([]figure, error) {
	var trials []trial
	for _, p := range b.peers {
		if k, ok := p.(keeper); ok && p.sample("agents-2000") > 0 {
			trials = append(trials, trial{who: p.name(), units: 1, run: func() int {
				runtime.KeepAlive(k.compileAll(b.work.agents, b.work.agentsTokens))
				return 1
			}})
		}
	}
	figures, err := measure(trials, b.pace)
	scale(figures, 1e-6)
	return figures, err
}

func runAllocs(b *bench) ([]figure, error) {
	var figures []figure
	for _, p := range b.peers {
		if _, ok := p.(keeper); !ok {
			continue
		}
		stride := 11 // the count is exact, so a part of the questions will do
		if p.name() == "waymark" {
			stride = 1
		}
		asks := every(b.work.corpus, stride)
		run := p.match(asks, false)
		want := run()
		for range 3 { // what is compiled on the first questions is no cost of a later one
			run()
		}
		got := 0
		each := testing.AllocsPerRun(1, func() { got = run() }) / float64(questions(asks))
		if got != want {
			return nil, fmt.Errorf("%s allowed %d at first and now %d: its answers are not stable", p.name(), want, got)
		}
		figures = append(figures, figure{who: p.name(), value: each, low: each, high: each, note: note(stride)})
	}
	return figures, nil
}

func runHeap(b *bench) ([]figure, error) {
	asked := map[*file][]string{}
	for i, f := range b.work.files {
		asked[f] = append(b.work.outlines[i].tokens, "*")
	}
	var figures []figure
	for _, p := range b.peers {
		k, ok := p.(keeper)
		if !ok {
			continue
		}
		each := heapOf(func() any {
			kept := make([]any, len(b.work.files))
			for i, f := range b.work.files {
				kept[i] = k.compileAll(f, asked[f])
				if s, ok := p.(interface{ settleAll(kept any) }); ok {
					s.settleAll(kept[i])
				}
			}
			return kept
		}) / float64(octets(b.work.files))
		figures = append(figures, figure{who: p.name(), value: each, low: each, high: each})
	}
	return figures, nil
}
