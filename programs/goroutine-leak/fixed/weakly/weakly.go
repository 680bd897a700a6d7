// Package weakly has a cache whose janitor ends at the first tick after the cache is garbage.
package weakly

import (
	"sync"
	"time"
	"weak"
)

type cache struct {
	mu    sync.Mutex
	items map[string]time.Time
	stop  chan struct{}
}

func newCache(every time.Duration) *cache {
	c := &cache{items: map[string]time.Time{}, stop: make(chan struct{})}
	go clean(weak.Make(c), c.stop, every)
	return c
}

func clean(cache weak.Pointer[cache], stop <-chan struct{}, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			c := cache.Value()
			if c == nil {
				return
			}
			c.evict()
		case <-stop:
			return
		}
	}
}

func (c *cache) evict() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.items)
}

func (c *cache) set(key string, until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = until
}
