// Package bug forgets to unlock on the way out.
package bug

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

// add returns early with the lock held.
func (c *counter) add() error {
	c.mu.Lock() // want missing-unlock "never unlocked, and counter.go:"
	if c.value == c.limit {
		return errFull
	}
	c.value++
	c.mu.Unlock()
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

// row returns early with the read lock held: readers continue, writers don't.
func (t *table) row(id int) (string, bool) {
	t.mu.RLock() // want missing-unlock "the read lock taken here"
	row, ok := t.rows[id]
	if !ok {
		return "", false
	}
	t.mu.RUnlock()
	return row, true
}

func (t *table) put(id int, row string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[id] = row
}
