// Package bug reads and writes without order.
package bug

import "sync"

type cache struct {
	mu    sync.Mutex
	items map[string]int
	hits  int
}

var lookups int

func (c *cache) get(key string) int {
	c.hits++ // want data-race "c.hits is written here"
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.items[key]
}

func (c *cache) put(key string, value int) {
	c.items[key] = value // want data-race "c.items is written here by the goroutine started at cache_test.go:20 .go. and read at cache.go:29"
}

func count() {
	lookups++ // want data-race "lookups is"
}

func (c *cache) peek(key string) int { return c.items[key] }
