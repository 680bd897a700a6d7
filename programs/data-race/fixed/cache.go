// Package fixed guards what goroutines share.
package fixed

import (
	"sync"
	"sync/atomic"
)

type cache struct {
	mu    sync.Mutex
	items map[string]int
	hits  int
}

var lookups atomic.Int64

func (c *cache) get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hits++
	return c.items[key]
}

func (c *cache) put(key string, value int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = value
}

func count() {
	lookups.Add(1)
}

func (c *cache) peek(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.items[key]
}
