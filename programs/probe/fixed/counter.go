package probe

import "sync"

// A Counter is safe for concurrent use.
type Counter struct {
	mu sync.Mutex
	n  int
}

// Add adds.
func (c *Counter) Add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += n
}

// Total is the sum.
func (c *Counter) Total() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}
