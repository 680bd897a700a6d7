// Package bug pulls values from iterators, and forgets to say that it wants no more.
package bug

import (
	"iter"
	"sync"
)

// A table hands out its rows under a lock.
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

// first takes one value.
func first(s iter.Seq[int]) (int, bool) {
	next, _ := iter.Pull(s) // want iterator-not-stopped@1.26 "neither advanced nor stopped"
	return next()
}

// equal stops at the first difference.
func equal(a, b iter.Seq2[int, string]) bool {
	nextA, stopA := iter.Pull2(a)
	defer stopA()
	nextB, stopB := iter.Pull2(b) // want iterator-not-stopped@1.26 "neither advanced nor stopped"
	for {
		i, s, more := nextA()
		j, u, also := nextB()
		if i != j || s != u || more != also {
			return false
		}
		if !more {
			stopB()
			return true
		}
	}
}
