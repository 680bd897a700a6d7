// Package upgrade takes a write lock under its own read lock.
package upgrade

import "sync"

type registry struct {
	mu    sync.RWMutex
	names map[string]int
}

func (r *registry) idOf(name string) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if id, ok := r.names[name]; ok {
		return id
	}
	return r.register(name)
}

func (r *registry) register(name string) int {
	r.mu.Lock() // want double-lock "a read lock can't be upgraded"
	defer r.mu.Unlock()
	r.names[name] = len(r.names)
	return r.names[name]
}
