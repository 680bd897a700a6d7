// Package fixed holds each lock once.
package fixed

import "sync"

type cache struct {
	mu     sync.Mutex
	values map[string]int
}

func (c *cache) get(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.getLocked(key)
}

// getLocked expects the lock to be held.
func (c *cache) getLocked(key string) int { return c.values[key] }

func (c *cache) add(key string, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] = c.getLocked(key) + n
}

type registry struct {
	mu    sync.RWMutex
	names map[string]int
}

func (r *registry) idOf(name string) int {
	r.mu.RLock()
	id, ok := r.names[name]
	r.mu.RUnlock()
	if ok {
		return id
	}
	return r.register(name)
}

func (r *registry) register(name string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if id, ok := r.names[name]; ok {
		return id
	}
	r.names[name] = len(r.names)
	return r.names[name]
}

// A turn is handed on: one goroutine locks, another unlocks. That is allowed.
type turn struct{ mu sync.Mutex }

func (t *turn) take() { t.mu.Lock() }

func (t *turn) pass() { t.mu.Unlock() }
