// Package fixed reads a table and, within that, one of its rows, under one
// lock.
package fixed

import "sync"

type table struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (t *table) sum(names ...string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	sum := 0
	for _, name := range names {
		sum += t.rows[name]
	}
	return sum
}

func (t *table) put(name string, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[name] = n
}
