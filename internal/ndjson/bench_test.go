package ndjson_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"waymark.example/internal/ndjson"
)

// questions returns n questions about sites with a robots.txt of some 2 KiB each, perSite about each site in a row.
func questions(n, perSite int) []byte {
	var out bytes.Buffer
	for i := range n {
		var robots strings.Builder
		fmt.Fprintf(&robots, "# site %d\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: *\n", i/perSite)
		for rule := range 80 {
			fmt.Fprintf(&robots, "Disallow: /folder-%d/*.php\n", rule)
		}
		question := fmt.Appendf(nil, `{"id":%d,"robots":`, i)
		question = ndjson.AppendString(question, robots.String())
		out.Write(fmt.Appendf(question, `,"agent":"ExampleBot","url":"https://example.com/folder-%d/page.html?x=%d"}`+"\n", i%90, i))
	}
	return out.Bytes()
}

func BenchmarkRun(b *testing.B) {
	for _, perSite := range []int{1, 10, 1000} {
		b.Run(fmt.Sprintf("questions-per-site=%d", perSite), func(b *testing.B) {
			const n = 2000
			in := questions(n, perSite)
			b.SetBytes(int64(len(in)))
			b.ReportAllocs()
			for b.Loop() {
				stats, err := ndjson.NewAnswerer(nil).Run(b.Context(), bytes.NewReader(in), io.Discard)
				if err != nil || stats.Errors > 0 {
					b.Fatal(stats, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/question")
		})
	}
}
