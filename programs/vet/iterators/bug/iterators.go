// Package iterators reads through iterators of the library what another goroutine writes, and writes in loops over
// them what another goroutine reads.
package iterators

import (
	"iter"
	"maps"
	"slices"
	"strings"
)

func Keys(m map[string]int, use func(string)) {
	m = maps.Clone(m)
	go func() {
		m["a"] = 1 // want closure-race "m.* is written here"
	}()
	for k := range maps.Keys(m) {
		use(k)
	}
}

func Sorted(use func([]string)) {
	m := make(map[string]int)
	go func() {
		m["a"] = 1 // want closure-race "m.* is written here"
	}()
	use(slices.Sorted(maps.Keys(m)))
}

func Elements(n int, use func(int)) {
	s := make([]int, n)
	go func() {
		s[1] = 1 // want closure-race "s.* is written here"
	}()
	for _, v := range slices.All(s) {
		use(v)
	}
}

func Body(text string, last func(string)) {
	line := ""
	go func() {
		last(line) // want closure-race "line is read here"
	}()
	for l := range strings.Lines(text) {
		line = l
	}
}

// Given loops over an iterator of which nothing is known.
func Given(all iter.Seq[int], last func(int)) {
	latest := 0
	go func() {
		last(latest) // want closure-race "latest is read here"
	}()
	for v := range all {
		latest = v
	}
}

func Started(all iter.Seq2[int, string], use func(string) int) int {
	sum := 0
	for _, s := range all {
		go func() {
			sum += use(s) // want closure-race "sum is written here"
		}()
	}
	return 0
}
