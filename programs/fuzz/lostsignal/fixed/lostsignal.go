// Package fixed waits for a value that another goroutine sets. It looks for the value
// before it waits, and again after.
package fixed

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
	for c.value == 0 {
		c.set.Wait()
	}
	return c.value
}
