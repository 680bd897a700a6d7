// Package bug locks again what it has locked.
package bug

import "sync"

type cache struct {
	mu     sync.Mutex
	values map[string]int
}

func (c *cache) get(key string) int {
	c.mu.Lock() // want double-lock "already holds, taken at cache.go:"
	defer c.mu.Unlock()
	return c.values[key]
}

func (c *cache) add(key string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] = c.get(key) + n
}
