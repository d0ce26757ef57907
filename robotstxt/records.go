package robotstxt

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// This file reads the values of records that are no rules (RFC 9309 §2.2.4).

// A URLRecord is a record whose value is a URL, such as Sitemap.
type URLRecord struct {
	Line     int    `json:"line"`
	URL      string `json:"url"`      // as written
	Absolute bool   `json:"absolute"` // whether it has a scheme and a host, as sitemaps.org demands
}

// Sitemaps returns all Sitemap records, wherever they stand: they belong to no group (sitemaps.org, "Submitting
// Sitemaps").
func (f *File) Sitemaps() []URLRecord { return f.urlRecords(Sitemap) }

// Licenses returns all License records, wherever they stand (RSL 1.0).
func (f *File) Licenses() []URLRecord { return f.urlRecords(License) }

func (f *File) urlRecords(kind Kind) []URLRecord {
	var records []URLRecord
	for i := range f.records {
		if f.records[i].kind == kind {
			url := f.value(uint32(i))
			_, _, ok := splitURL(url)
			records = append(records, URLRecord{i + 1, url, ok})
		}
	}
	return records
}

// Others returns the records that belong to no group and have no list of their own: Host, Clean-param, unknown ones,
// and records of a group that stand before the first one.
func (f *File) Others() []Record {
	var records []Record
	for i := range f.records {
		switch kind := f.records[i].kind; {
		case kind == Host, kind == CleanParam, kind == Unknown, f.outsideGroup(uint32(i)):
			records = append(records, f.record(uint32(i)))
		}
	}
	return records
}

// maxCrawlDelay bounds a Crawl-delay: a year. What is longer is a slip, or no delay but a block.
const maxCrawlDelay = 365 * 24 * time.Hour

// ParseCrawlDelay reads the value of a Crawl-delay record: seconds, with a fraction or without. What is not a number,
// negative, infinite or longer than a year is an error.
func ParseCrawlDelay(value string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(seconds) || strings.ContainsAny(value, "xXpP_") {
		return 0, fmt.Errorf("robotstxt: crawl-delay %q is not a number of seconds", clip(value))
	}
	if seconds < 0 || seconds > maxCrawlDelay.Seconds() {
		return 0, fmt.Errorf("robotstxt: crawl-delay %q is outside 0 to %.0f seconds", clip(value), maxCrawlDelay.Seconds())
	}
	return time.Duration(math.Round(seconds * float64(time.Second))), nil
}

// A Window is a time of the day in UTC, in minutes from midnight. Where From is later than To it spans midnight.
type Window struct {
	From int `json:"from"` // 0 to 1440
	To   int `json:"to"`   // 0 to 1440
}

// ParseVisitTime reads the value of a Visit-time record: "0600-0845", in UTC.
func ParseVisitTime(value string) (Window, error) {
	from, to, ok := strings.Cut(value, "-")
	w := Window{clock(strings.TrimSpace(from)), clock(strings.TrimSpace(to))}
	if !ok || w.From < 0 || w.To < 0 {
		return Window{}, fmt.Errorf("robotstxt: visit-time %q is not of the form 0600-0845", clip(value))
	}
	return w, nil
}

// clock returns the minutes of a time written HHMM, or -1.
func clock(s string) int {
	if len(s) != 4 {
		return -1
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return -1
		}
		n = n*10 + int(s[i]-'0')
	}
	h, m := n/100, n%100
	if m > 59 || h > 24 || h == 24 && m > 0 {
		return -1
	}
	return h*60 + m
}

// A Rate is a number of documents in a time, perhaps in a part of the day only.
type Rate struct {
	Documents int           `json:"documents"` // at least 1
	Per       time.Duration `json:"per"`       // at least a second
	Window    *Window       `json:"window,omitempty"`
}

// ParseRequestRate reads the value of a Request-rate record: "1/10s", "100/24h 1300-1659", with the units s, m, h, d
// and seconds where there is none (the extended draft of 1996; Seznam's help page).
func ParseRequestRate(value string) (Rate, error) {
	fail := func() (Rate, error) {
		return Rate{}, fmt.Errorf("robotstxt: request-rate %q is not of the form 1/10s or 1/10s 1300-1659", clip(value))
	}
	rate, window, hasWindow := strings.Cut(strings.TrimSpace(value), " ")
	documents, per, ok := strings.Cut(rate, "/")
	if !ok || per == "" {
		return fail()
	}
	unit := time.Second
	switch per[len(per)-1] {
	case 's', 'S':
		per = per[:len(per)-1]
	case 'm', 'M':
		per, unit = per[:len(per)-1], time.Minute
	case 'h', 'H':
		per, unit = per[:len(per)-1], time.Hour
	case 'd', 'D':
		per, unit = per[:len(per)-1], 24*time.Hour
	}
	n, err := strconv.ParseUint(strings.TrimSpace(documents), 10, 31)
	p, err2 := strconv.ParseUint(strings.TrimSpace(per), 10, 31)
	if err != nil || err2 != nil || n == 0 || p == 0 || p > uint64(maxCrawlDelay/unit) {
		return fail()
	}
	r := Rate{Documents: int(n), Per: time.Duration(p) * unit}
	if hasWindow {
		w, err := ParseVisitTime(strings.TrimSpace(window))
		if err != nil {
			return fail()
		}
		r.Window = &w
	}
	return r, nil
}

// Params is the value of a Clean-param record.
type Params struct {
	Names []string `json:"names"` // query parameters that do not change the page
	Path  string   `json:"path"`  // the prefix of the paths it is about; "" for all
}

// ParseCleanParam reads the value of a Clean-param record: "ref&sid /forum/" (Yandex, help page on Clean-param).
func ParseCleanParam(value string) (Params, error) {
	names, path, _ := strings.Cut(strings.TrimSpace(value), " ")
	p := Params{Path: strings.TrimSpace(path)}
	for name := range strings.SplitSeq(names, "&") {
		if name == "" {
			return Params{}, fmt.Errorf("robotstxt: clean-param %q is not of the form ref&sid /path", clip(value))
		}
		p.Names = append(p.Names, name)
	}
	return p, nil
}

// A Signal is one key of a Content-Signal record.
type Signal struct {
	Key   string `json:"key"`   // search, ai-input, ai-train or use, in lower case; or another, as written
	Value string `json:"value"` // yes or no; immediate, reference or full for use
}

// ParseContentSignal reads the value of a Content-Signal record: "search=yes, ai-train=no"
// (draft-romm-aipref-contentsignals-00). A key that is not there neither grants nor denies. An entry that is not of
// this form is an error, and the others are returned all the same.
func ParseContentSignal(value string) ([]Signal, error) {
	var signals []Signal
	var err error
	for entry := range strings.SplitSeq(value, ",") {
		key, v, _ := strings.Cut(strings.TrimSpace(entry), "=")
		s := Signal{strings.ToLower(strings.TrimSpace(key)), strings.ToLower(strings.TrimSpace(v))}
		ok := s.Key != "" && (s.Value == "yes" || s.Value == "no")
		switch s.Key {
		case "use":
			ok = s.Value == "immediate" || s.Value == "reference" || s.Value == "full"
		case "search", "ai-input", "ai-train":
		default:
			s.Key = strings.TrimSpace(key)
		}
		if !ok {
			err = fmt.Errorf("robotstxt: content-signal entry %q is not of the form search=yes", clip(entry))
			continue
		}
		signals = append(signals, s)
	}
	return signals, err
}

// Records returns the records of the groups that decide, other than rules, in file order.
func (r *Rules) Records() []Record {
	var records []Record
	r.eachRecord(func(i uint32, kind Kind) bool {
		if kind.IsRecord() && kind != UserAgent && !r.file.isRule(kind) {
			records = append(records, r.file.record(i))
		}
		return true
	})
	return records
}

// eachRecord calls f with the records of the groups that decide.
func (r *Rules) eachRecord(f func(i uint32, kind Kind) bool) {
	if r == nil || r.set == nil {
		return
	}
	for _, g := range r.set.groups {
		begin, end := r.file.groupRecords(g)
		for i := begin; i < end; i++ {
			if !f(i, r.file.records[i].kind) {
				return
			}
		}
	}
}

// CrawlDelay returns the delay between two fetches that the deciding groups ask for; the longest one where they name
// several, and false where they name none that ParseCrawlDelay accepts.
func (r *Rules) CrawlDelay() (delay time.Duration, ok bool) {
	r.eachRecord(func(i uint32, kind Kind) bool {
		if kind == CrawlDelay {
			if d, err := ParseCrawlDelay(r.file.value(i)); err == nil {
				delay, ok = max(delay, d), true
			}
		}
		return true
	})
	return delay, ok
}

// RequestRate returns the first Request-rate of the deciding groups that can be read.
func (r *Rules) RequestRate() (rate Rate, ok bool) {
	r.eachRecord(func(i uint32, kind Kind) bool {
		if kind == RequestRate {
			if v, err := ParseRequestRate(r.file.value(i)); err == nil {
				rate, ok = v, true
			}
		}
		return !ok
	})
	return rate, ok
}

// VisitTime returns the first Visit-time of the deciding groups that can be read.
func (r *Rules) VisitTime() (window Window, ok bool) {
	r.eachRecord(func(i uint32, kind Kind) bool {
		if kind == VisitTime {
			if v, err := ParseVisitTime(r.file.value(i)); err == nil {
				window, ok = v, true
			}
		}
		return !ok
	})
	return window, ok
}

// ContentSignals returns the entries of all Content-Signal records of the deciding groups, in file order.
func (r *Rules) ContentSignals() []Signal {
	var signals []Signal
	r.eachRecord(func(i uint32, kind Kind) bool {
		if kind == ContentSignal {
			s, _ := ParseContentSignal(r.file.value(i)) // entries that cannot be read are findings for a linter
			signals = append(signals, s...)
		}
		return true
	})
	return signals
}
