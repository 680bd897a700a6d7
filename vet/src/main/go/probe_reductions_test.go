package main

import (
	"slices"
	"strings"
	"testing"
)

// Of a scenario with four calls there are those with two and three, each once; a
// context that ends comes with the call that uses it.
func TestReductionsHaveFewerCalls(t *testing.T) {
	made := probesOf(t, `package m

import (
	"context"
	"sync"
)

// A Box is safe for concurrent use.
type Box struct {
	mu   sync.Mutex
	full bool
	n    int
}

func New() *Box { return &Box{} }

func (b *Box) Fill() { b.mu.Lock(); b.full = true; b.mu.Unlock(); b.n++ }

func (b *Box) Take(ctx context.Context) bool { b.mu.Lock(); defer b.mu.Unlock(); full := b.full; b.full = false; b.n--; return full && ctx.Err() == nil }
`, `package m

import (
	"context"
	"testing"
)

func TestBox(t *testing.T) {
	b := New()
	b.Fill()
	b.Take(context.Background())
}
`)
	written := make(map[string][]string)
	for _, s := range made.Scenarios {
		calls := shownCalls(s.Calls)
		if _, ok := written[calls]; ok {
			continue // the same calls with other arguments
		}
		written[calls] = nil
		for _, one := range s.Reductions {
			written[calls] = append(written[calls], shownCalls(one.Scenario.Calls))
			for _, test := range []string{one.Scenario.Test, one.Scenario.Sequential} {
				if !strings.Contains(one.File, "func "+test+"(t *testing.T)") {
					t.Errorf("%s is missing in\n%s", test, one.File)
				}
			}
		}
	}
	for calls, want := range map[string][]string{
		"Fill Take | Fill Take": {"Fill | Fill", "Take | Fill", "Take | Take", "Fill Take | Fill", "Fill Take | Take"},
		"Take | cancel | Fill":  {"Take | cancel", "Take | Fill"},
		"Fill | Fill":           nil,
	} {
		if got, ok := written[calls]; !ok || !slices.Equal(got, want) {
			t.Errorf("of %s there are %q, not %q", calls, got, want)
		}
	}
	if len(made.Orders) != 1 {
		t.Errorf("%d files for all", len(made.Orders))
	}
}

// shownCalls are the names of what each goroutine calls.
func shownCalls(calls [][]string) string {
	var goroutines []string
	for _, one := range calls {
		var names []string
		for _, call := range one {
			name, _, _ := strings.Cut(call, "(")
			names = append(names, name)
		}
		goroutines = append(goroutines, strings.Join(names, " "))
	}
	return strings.Join(goroutines, " | ")
}
