// Package reader gives back a read lock that it never took.
package reader

import "sync"

type config struct {
	mu     sync.RWMutex
	values map[string]string
}

func (c *config) get(key string) string {
	if c.values == nil {
		c.mu.RUnlock() // want unlock-of-unlocked "RUnlock of a lock that is not locked"
		return ""
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.values[key]
}
