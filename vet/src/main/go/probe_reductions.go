package main

import (
	"cmp"
	"slices"
	"strings"
)

// A reduced scenario has some of the calls of another one.
type reduced struct {
	Scenario scenario `json:"scenario"`
	File     string   `json:"file"` // with both of its tests
}

// reductions are what is left of a scenario with more than two calls when some are
// left out, the fewest calls first: a finding that one of them shows as well is
// easier to understand there.
func (one *piece) reductions() []reduced {
	all := []reduced{}
	n := one.count()
	if n <= 2 {
		return all
	}
	seen := make(map[string]bool)
	var pieces []*piece
	for kept := 1; kept < 1<<n-1; kept++ {
		shape := keeping(one.shape, kept)
		if len(shape) < 2 || !complete(shape) {
			continue
		}
		less := one.by.piece(candidate{rank: one.Rank, shape: shape})
		if less == nil {
			continue
		}
		var calls []string
		for _, goroutine := range less.Calls {
			calls = append(calls, strings.Join(goroutine, "; "))
		}
		slices.Sort(calls)
		if key := strings.Join(calls, " | "); !seen[key] {
			seen[key] = true
			pieces = append(pieces, less)
		}
	}
	slices.SortStableFunc(pieces, func(a, b *piece) int {
		return cmp.Or(cmp.Compare(a.count(), b.count()), cmp.Compare(len(a.Calls), len(b.Calls)))
	})
	for _, less := range pieces {
		one.by.pr.name(less)
		less.Alone = less.file(less.concurrent())
		less.Reductions = []reduced{}
		all = append(all, reduced{less.scenario, less.file(less.concurrent() + "\n" + less.sequential())})
	}
	return all
}

// keeping are the calls whose bit is set, numbered over all goroutines.
func keeping(shape [][]boundCall, bits int) [][]boundCall {
	var all [][]boundCall
	at := 0
	for _, calls := range shape {
		var some []boundCall
		for _, call := range calls {
			if bits>>at&1 == 1 {
				some = append(some, call)
			}
			at++
		}
		if len(some) > 0 {
			all = append(all, some)
		}
	}
	return all
}

// complete reports whether the end of a context comes with a call that uses it.
func complete(shape [][]boundCall) bool {
	cancels, used := false, false
	for _, calls := range shape {
		for _, call := range calls {
			cancels = cancels || call.operation.fn == nil
			used = used || call.operation.fn != nil && mentions(call.with.text, "ctx")
		}
	}
	return used || !cancels
}
