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
func (r *Registry) Register(name string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n, ok := r.names[name]; ok {
		return n
	}
	r.last++
	r.names[name] = r.last
	return r.last
}
