package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// results are all runs of one program.
type results struct {
	program program
	runs    []run
}

type table struct {
	tools   []tool
	procs   []string
	runs    int // of each program, with each tool and each number of processors
	results []*results
}

// statements gives the go statements whose goroutines were seen to leak, in any
// run with any tool, and "?" for each function that none of them ran.
func (r *results) statements() []string {
	all := map[string]bool{}
	functions := map[string]bool{}
	for _, run := range r.runs {
		for at, found := range run.reported {
			if found {
				all[at] = true
			}
		}
		for i, leak := range r.program.leaks {
			function, _, _ := strings.Cut(leak.String(), `\(.*`)
			functions[function] = functions[function] || run.leaks[i].reported
		}
	}
	for function, seen := range functions {
		if !seen {
			all["? "+function] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// row counts something in the runs of one program, for each tool and number of
// processors.
func (t *table) row(r *results, count func(run) bool) [][]int {
	row := make([][]int, len(t.tools))
	for i := range row {
		row[i] = make([]int, len(t.procs))
	}
	for _, run := range r.runs {
		if count(run) {
			row[run.tool][run.procs]++
		}
	}
	return row
}

// measure adds up rows.
type measure struct {
	name  string
	rows  int
	sums  [][]int
	shown bool // rows that are not whole are printed
}

func (t *table) add(m *measure, name string, row [][]int) {
	m.rows++
	whole := true
	text := ""
	for i, tool := range t.tools {
		text += "\t" + tool.name
		for j, n := range row[i] {
			if len(m.sums) <= i {
				m.sums = append(m.sums, make([]int, len(t.procs)))
			}
			m.sums[i][j] += n
			whole = whole && n == t.runs
			text += fmt.Sprint(" ", n)
		}
	}
	if m.shown && !whole {
		fmt.Println(name + text)
	}
}

func (t *table) total(m *measure) {
	for i, tool := range t.tools {
		all := 0
		by := ""
		for j, n := range m.sums[i] {
			all += n
			by += fmt.Sprintf(", %s processors %.2f%%", t.procs[j], 100*float64(n)/float64(m.rows*t.runs))
		}
		runs := m.rows * t.runs * len(t.procs)
		fmt.Printf("%s: %s: %.2f%% of %d%s\n", m.name, tool.name, 100*float64(all)/float64(runs), runs, by)
	}
}

func (t *table) print() {
	fmt.Printf("Of %d runs: go statements\n", t.runs)
	paper := measure{name: "go statements (the paper's measure), in the profile", shown: true}
	whole := measure{name: "go statements (the paper's measure), in the profile or reported"}
	for _, r := range t.results {
		for _, at := range r.statements() {
			t.add(&paper, r.program.name+" "+at, t.row(r, func(run run) bool { return run.statements[at] }))
			t.add(&whole, "", t.row(r, func(run run) bool { return run.reported[at] }))
		}
	}
	t.total(&paper)
	t.total(&whole)
	fmt.Println("\nleaks that Go's test names: found; blocked when the profile was written")
	named := measure{name: "leaks that Go's test names, in the profile", shown: true}
	reported := measure{name: "leaks that Go's test names, in the profile or reported"}
	stood := measure{name: "blocked when the profile was written"}
	for _, r := range t.results {
		for i, leak := range r.program.leaks {
			blocked := t.row(r, func(run run) bool { return run.leaks[i].blocked })
			t.add(&named, fmt.Sprint(r.program.name, " ", leak, " blocked ", blocked), t.row(r, func(run run) bool { return run.leaks[i].found }))
			t.add(&reported, "", t.row(r, func(run run) bool { return run.leaks[i].reported }))
			t.add(&stood, "", blocked)
		}
	}
	t.total(&named)
	t.total(&reported)
	t.total(&stood)
	for i, tool := range t.tools {
		found, blocked := 0, 0
		for j := range t.procs {
			found += named.sums[i][j]
			blocked += stood.sums[i][j]
		}
		fmt.Printf("of those blocked: %s: %d of %d\n", tool.name, found, blocked)
	}
	correct, failed := 0, map[string]int{}
	unexpected := map[string]int{}
	for _, r := range t.results {
		if len(r.program.leaks) == 0 {
			correct++
		}
		for _, run := range r.runs {
			if run.failed {
				failed[t.tools[run.tool].name+" "+r.program.name]++
			}
			if run.unexpected != "" {
				unexpected[t.tools[run.tool].name+" "+r.program.name+": "+run.unexpected]++
			}
		}
	}
	fmt.Println(correct, "correct programs; reports there:", unexpected)
	fmt.Println("ended with an error:", failed)
}
