package probe

import "sync"

// A Registry is safe for concurrent use.
type Registry struct {
	mu    sync.RWMutex
	last  int
	names map[string]int
}

// NewRegistry makes an empty one.
func NewRegistry() *Registry { return &Registry{names: make(map[string]int)} }

// Register gives a name a number, the same one each time.
func (r *Registry) Register(name string) int { // want non-linearizable~
	r.mu.RLock()
	n, ok := r.names[name]
	r.mu.RUnlock()
	if ok {
		return n
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	r.names[name] = r.last
	return r.last
}
