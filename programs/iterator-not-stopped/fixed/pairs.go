// Package fixed pulls values from iterators, and says when it wants no more.
package fixed

import (
	"iter"
	"sync"
)

type table struct {
	mu   sync.Mutex
	rows []int
}

func (t *table) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, row := range t.rows {
			if !yield(row) {
				return
			}
		}
	}
}

func first(s iter.Seq[int]) (int, bool) {
	next, stop := iter.Pull(s)
	defer stop()
	return next()
}

// drain asks for values until there are no more: then there is nothing to stop.
func drain(s iter.Seq[int]) (sum int) {
	next, _ := iter.Pull(s)
	for v, ok := next(); ok; v, ok = next() {
		sum += v
	}
	return
}

// A cursor is kept for later.
type cursor struct {
	next func() (int, bool)
	stop func()
}

var open cursor

func (c *cursor) on(s iter.Seq[int]) { c.next, c.stop = iter.Pull(s) }
