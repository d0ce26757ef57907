package main

import (
	"fmt"
	"net/url"
	"strings"
)

// A peer is one library behind the calls that its own documentation recommends. What Parse returns is opaque to the
// rest of the program; the timed loops of match and compileAll are the library's own file's, so that no peer and not
// Waymark either pays for a call through an interface.
type peer interface {
	// name is the key in flags, JSON and tables.
	name() string

	// about says in a line what is compared, for -list and the tables.
	about() string

	// parse reads a file in the form that the library takes; nil where it refuses the file or panics.
	parse(f *file) any

	// parseBytes is parse from a body as it comes from the network, with the copy to a string where that is taken.
	parseBytes(body []byte) any

	// oneShot reads a file and answers one question about it, keeping nothing. A file that is refused allows.
	oneShot(f *file, token, url string) bool

	// match prepares what the library can prepare before the paths are known (files parsed, groups found), and
	// returns a run that answers all questions and counts those allowed. With fromURL the run also pays for taking
	// the path out of the URL and normalising it; without, whatever the library can prepare of the path is prepared.
	match(asks []ask, fromURL bool) func() int

	// sample says that this library gets each n-th question of a metric; 1: all, 0: it is left out.
	sample(metric string) int
}

// A keeper is a peer that keeps parsed rules for later questions.
type keeper interface {
	peer

	// compileAll parses the file, finds the group of each token and compiles its rules, and returns all of it.
	compileAll(f *file, tokens []string) any
}

// goPeers are all libraries that are linked into this program, Waymark first.
func goPeers() []peer {
	return []peer{waymark{}, grobotstxtPeer{}, temotoPeer{}, samclarkePeer{}, benjamin{}}
}

// choosePeers resolves a list of names to Go peers and drivers; Waymark is always among the former.
func choosePeers(list string) (linked []peer, driven []*driver, err error) {
	wanted := map[string]bool{"waymark": true}
	for name := range strings.SplitSeq(list, ",") {
		wanted[strings.TrimSpace(name)] = true
	}
	known := map[string]bool{"waymark": true, "all": true, "go": true, "drivers": true, "": true}
	for _, p := range goPeers() {
		known[p.name()] = true
		if wanted[p.name()] || wanted["go"] || wanted["all"] {
			linked = append(linked, p)
		}
	}
	for _, d := range drivers() {
		known[d.name] = true
		if wanted[d.name] || wanted["drivers"] || wanted["all"] {
			driven = append(driven, d)
		}
	}
	for name := range wanted {
		if !known[name] {
			return nil, nil, fmt.Errorf("unknown peer %q: see -list", name)
		}
	}
	return linked, driven, nil
}

// pathOf is what a careful user of a library that wants a path and not a URL does: net/url, then path and query.
func pathOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return "/"
	}
	return u.RequestURI()
}

// sampled looks a metric up in a table of strides.
func sampled(strides map[string]int, metric string) int {
	if stride, listed := strides[metric]; listed {
		return stride
	}
	return 1
}
