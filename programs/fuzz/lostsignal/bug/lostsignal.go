// Package bug waits for a value that another goroutine sets. A signal that no goroutine waits
// for yet is lost.
package bug

import "sync"

type cell struct {
	mu    sync.Mutex
	set   *sync.Cond
	value int
}

func newCell() *cell {
	c := &cell{}
	c.set = sync.NewCond(&c.mu)
	return c
}

func (c *cell) put(v int) {
	c.mu.Lock()
	c.value = v
	c.mu.Unlock()
	c.set.Signal()
}

func (c *cell) get() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set.Wait() // want cond-stuck
	return c.value
}
