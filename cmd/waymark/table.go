package main

import (
	"io"
	"strings"
)

// A table writes rows in aligned columns. The widths are those of the first rows, so that a table of any length goes
// out as it is made: a cell that is wider moves the rest of its row.
type table struct {
	w     io.Writer
	style style
	width int // of the terminal, 0 for none: there, cells are clipped
	heads []head
	rows  [][]cell // waiting for the widths; nil once they are known
	wide  []int    // the widths
	err   error
}

const (
	tableRows = 500 // that wait for the widths
	tableWide = 60  // columns that a cell is padded to at most
	tableGap  = "  "
)

// A head is the head of a column.
type head struct {
	title    string
	right    bool // aligned to the right
	flexible bool // may be clipped on a terminal
}

// A cell is a text, and the style that it is shown in, or nil.
type cell struct {
	text   string
	colour func(string) string
}

func (a *app) newTable(heads ...head) *table {
	t := &table{w: a.out, style: a.style, width: a.width, heads: heads, rows: [][]cell{}}
	titles := make([]cell, len(heads))
	for i, h := range heads {
		titles[i] = cell{h.title, a.style.dim}
	}
	t.row(titles...)
	return t
}

// row adds a row. The error is the first one of writing.
func (t *table) row(cells ...cell) error {
	for i := range cells {
		cells[i].text = visible(cells[i].text)
	}
	if t.wide != nil {
		t.write(cells)
		return t.err
	}
	if t.rows = append(t.rows, cells); len(t.rows) > tableRows {
		t.flush()
	}
	return t.err
}

// flush writes the rows that wait. A table of no rows is not written at all.
func (t *table) flush() error {
	if t.wide == nil && len(t.rows) > 1 {
		t.measure()
		for _, cells := range t.rows {
			t.write(cells)
		}
		t.rows = nil
	}
	return t.err
}

// measure sets the widths: those of the widest cells, unless that is too much for the terminal.
func (t *table) measure() {
	t.wide = make([]int, len(t.heads))
	total := (len(t.heads) - 1) * len(tableGap)
	for i := range t.heads {
		for _, cells := range t.rows {
			t.wide[i] = max(t.wide[i], columns(cells[i].text))
		}
		if t.width == 0 {
			t.wide[i] = min(t.wide[i], tableWide)
		}
		total += t.wide[i]
	}
	const least = 12
	for t.width > 0 && total > t.width { // at most as many steps as columns are too much
		widest := -1
		for i, h := range t.heads {
			if h.flexible && t.wide[i] > least && (widest < 0 || t.wide[i] > t.wide[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		t.wide[widest]--
		total--
	}
}

func (t *table) write(cells []cell) {
	var line strings.Builder
	for i, c := range cells {
		text := c.text
		if t.width > 0 && t.heads[i].flexible {
			text = clip(text, t.wide[i])
		}
		pad := strings.Repeat(" ", max(0, t.wide[i]-columns(text)))
		if c.colour != nil {
			text = c.colour(text)
		}
		switch {
		case t.heads[i].right:
			text = pad + text
		case i < len(cells)-1:
			text += pad
		}
		if i > 0 {
			line.WriteString(tableGap)
		}
		line.WriteString(text)
	}
	if _, err := io.WriteString(t.w, strings.TrimRight(line.String(), " ")+"\n"); t.err == nil {
		t.err = err
	}
}
