package main

import (
	"fmt"
	"io"
)

// verify asks every library a sample of the questions and says how often each departs from Google's reading, as
// Waymark's dialect of that name gives it: a benchmark of wrong answers would be worth nothing. It also counts the
// files that a library refuses or panics on.
func (b *bench) verify(stderr io.Writer) {
	const stride = 59
	if len(b.work.files) == 0 {
		return
	}
	fmt.Fprintf(stderr, "corpus: %s files, %s octets, %s questions, %s of them in groups of 1 to %d rules\n",
		count(len(b.work.files)), count(octets(b.work.files)), count(questions(b.work.corpus)),
		count(questions(b.work.small)), smallRules)
	asks := every(b.work.corpus, stride)
	google := googleVerdicts(asks)
	for _, p := range b.peers {
		n, different, refused := 0, 0, 0
		for _, a := range asks {
			for _, url := range a.urls {
				if google[n] != p.oneShot(a.file, a.token, url) {
					different++
				}
				n++
			}
		}
		for _, f := range b.work.files {
			if refuses(p, f) {
				refused++
			}
		}
		fmt.Fprintf(stderr, "check: %s departs from Google's reading on %d of %s questions, and refuses %d files\n",
			p.name(), different, count(n), refused)
	}
}

// refuses tells whether a library gives up on a file, by an error or a panic.
func refuses(p peer, f *file) bool {
	if r, ok := p.(interface{ refuses(f *file) bool }); ok {
		return r.refuses(f)
	}
	return p.parse(f) == nil
}
