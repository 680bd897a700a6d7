// Package janitor has a cache whose janitor can't be stopped once the cache is forgotten.
package janitor

import (
	"sync"
	"time"
)

type cache struct {
	mu    sync.Mutex
	items map[string]time.Time
	stop  chan struct{}
}

func newCache(every time.Duration) *cache {
	c := &cache{items: map[string]time.Time{}, stop: make(chan struct{})}
	go c.clean(every)
	return c
}

func (c *cache) clean(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select { // want goroutine-leak@1.26 "only its ticker wakes it"
		case <-ticker.C:
			c.evict(time.Now())
		case <-c.stop:
			return
		}
	}
}

func (c *cache) evict(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, until := range c.items {
		if until.Before(now) {
			delete(c.items, key)
		}
	}
}

func (c *cache) set(key string, until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = until
}
