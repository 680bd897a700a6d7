// Package fixed unlocks on every path.
package fixed

import (
	"errors"
	"sync"
)

var errFull = errors.New("full")

type counter struct {
	mu    sync.Mutex
	value int
	limit int
}

func (c *counter) add() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.value == c.limit {
		return errFull
	}
	c.value++
	return nil
}

func (c *counter) get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.value
}

type table struct {
	mu   sync.RWMutex
	rows map[int]string
}

func (t *table) row(id int) (string, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	row, ok := t.rows[id]
	return row, ok
}

func (t *table) put(id int, row string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[id] = row
}
