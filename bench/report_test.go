package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestJSONLine(t *testing.T) {
	less := metric{key: "match", unit: "ns"}
	tests := []struct {
		name    string
		metric  metric
		figures []figure
		all     bool
		want    string
	}{
		{"less is better, the best Go peer is the reference", less,
			[]figure{{who: "waymark", value: 61.239}, {who: "temoto", value: 1500}, {who: "samclarke", value: 1224.78}, {who: "protego", value: 9}},
			false, `{"metric":"match","unit":"ns","waymark":61.24,"peer":"samclarke","peer_value":1225,"ratio":20}` + "\n"},
		{"more is better, the reference is named", metric{key: "parse", unit: "MB/s", higher: true, against: "grobotstxt"},
			[]figure{{who: "waymark", value: 900}, {who: "temoto", value: 200}, {who: "grobotstxt", value: 90}},
			true, `{"metric":"parse","unit":"MB/s","waymark":900,"peer":"grobotstxt","peer_value":90,"ratio":10}` + "\n" +
				`{"metric":"parse","unit":"MB/s","waymark":900,"peer":"temoto","peer_value":200,"ratio":4.5}` + "\n"},
		{"nothing against something", metric{key: "allocs", unit: "allocs"},
			[]figure{{who: "waymark"}, {who: "temoto", value: 1}},
			false, `{"metric":"allocs","unit":"allocs","waymark":0,"peer":"temoto","peer_value":1,"ratio":1000}` + "\n"},
		{"nothing against nothing", metric{key: "allocs", unit: "allocs"},
			[]figure{{who: "waymark"}, {who: "temoto"}},
			false, `{"metric":"allocs","unit":"allocs","waymark":0,"peer":"temoto","peer_value":0,"ratio":1}` + "\n"},
		{"no reference: whoever there is", less,
			[]figure{{who: "waymark", value: 2}, {who: "protego", value: 9}},
			false, `{"metric":"match","unit":"ns","waymark":2,"peer":"protego","peer_value":9,"ratio":4.5}` + "\n"},
		{"nobody else", less, []figure{{who: "waymark", value: 2}}, false,
			`{"metric":"match","unit":"ns","waymark":2,"peer":"","peer_value":0,"ratio":0}` + "\n"},
	}
	for _, test := range tests {
		var out bytes.Buffer
		if err := writeJSON(&out, result{metric: test.metric, figures: test.figures}, test.all); err != nil {
			t.Fatal(err)
		}
		if out.String() != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.name, out.String(), test.want)
		}
	}
}

func TestShow(t *testing.T) {
	for value, want := range map[float64]string{0: "0", 0.14923: "0.1492", 61.239: "61.24", 1224.78: "1,225",
		5491234: "5,491,000", 0.99: "0.99", 15: "15", -3.5: "-3.5", 100: "100", 999.96: "1,000"} {
		if got := show(value); got != want {
			t.Errorf("show(%v) = %q, want %q", value, got, want)
		}
	}
}

func TestTables(t *testing.T) {
	results := []result{{metric: metrics()[0], figures: []figure{{who: "waymark", value: 900, low: 800, high: 1000},
		{who: "grobotstxt", value: 90, low: 90, high: 90, note: "1 in 7"}}, missed: []string{"protego: over 20s"}}}
	var table, markdown bytes.Buffer
	if err := writeTable(&table, results); err != nil {
		t.Fatal(err)
	}
	b := &bench{work: newWorkload(nil), peers: goPeers()}
	if err := writeMarkdown(&markdown, b, results, "go run . -markdown"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| parse | MB/s | 7x | 900 (800 to 1,000) | grobotstxt | 90 | 10 |", "| protego | over 20s |",
		"- grobotstxt: parse: 1 in 7", "`go run . -markdown`"} {
		if !strings.Contains(markdown.String(), want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, markdown.String())
		}
	}
	if !strings.Contains(table.String(), "* parse") || !strings.Contains(table.String(), "1 in 7") {
		t.Errorf("the table marks no reference or no sample:\n%s", table.String())
	}
}

func TestMeasure(t *testing.T) {
	figures, err := measure([]trial{
		{who: "a", units: 2, run: func() int { return 7 }},
		{who: "b", units: 1, run: func() int { return 8 }},
	}, pace{rounds: 3})
	if err != nil || len(figures) != 2 || figures[0].who != "a" || figures[1].who != "b" {
		t.Errorf("figures %v, error %v", figures, err)
	}
	calls := 0
	_, err = measure([]trial{{who: "fickle", units: 1, run: func() int { calls++; return calls }}}, pace{rounds: 3})
	if err == nil || !strings.Contains(err.Error(), "fickle") {
		t.Errorf("a library that changes its answers is not noticed: %v", err)
	}
}

func TestChoose(t *testing.T) {
	linked, driven, err := choosePeers("temoto,protego")
	if err != nil || len(linked) != 2 || linked[0].name() != "waymark" || linked[1].name() != "temoto" || len(driven) != 1 {
		t.Errorf("linked %v, driven %v, error %v", linked, driven, err)
	}
	if _, _, err := choosePeers("nobody"); err == nil {
		t.Error("an unknown peer is accepted")
	}
	if chosen, err := chooseMetrics("heap, parse"); err != nil || len(chosen) != 2 || chosen[0].key != "heap" {
		t.Errorf("metrics %v, error %v", chosen, err)
	}
	if _, err := chooseMetrics("nothing"); err == nil {
		t.Error("an unknown metric is accepted")
	}
	for _, args := range [][]string{{"-json", "-markdown"}, {"extra"}, {"-drivers", "run"}, {"-nothing"}} {
		if _, err := parseFlags(args); err == nil {
			t.Errorf("flags %q are accepted", args)
		}
	}
}

func TestTasks(t *testing.T) {
	w := newWorkload([]*file{newFile("a", []byte(sample))})
	for _, m := range metrics() {
		if kind, sets, ok := task(w, m.key); ok && (kind == "" || len(sets) == 0) {
			t.Errorf("%s: kind %q, %d sets", m.key, kind, len(sets))
		}
	}
	run := &driverRun{}
	if _, err := run.measure(drivers()[0], w, metric{key: "heap"}); !errors.Is(err, errNotMeasured) {
		t.Errorf("heap: %v", err)
	}
}
