// Package bug reads a table and, within that, one of its rows: the read lock
// is taken twice. A writer that asks in between is let in first, and waits.
package bug

import "sync"

type table struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (t *table) row(name string) int {
	t.mu.RLock() // want double-lock? global-deadlock?
	defer t.mu.RUnlock()
	return t.rows[name]
}

func (t *table) sum(names ...string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	sum := 0
	for _, name := range names {
		sum += t.row(name)
	}
	return sum
}

func (t *table) put(name string, n int) {
	t.mu.Lock() // want global-deadlock? goroutine-leak?
	defer t.mu.Unlock()
	t.rows[name] = n
}
