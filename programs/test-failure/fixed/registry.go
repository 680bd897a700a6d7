package fixed

import "sync"

// registry has one entry for each name.
type registry struct {
	mu      sync.Mutex
	entries map[string]int
	made    int
}

// get looks and adds with one lock.
func (r *registry) get(name string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if entry, ok := r.entries[name]; ok {
		return entry
	}
	r.made++
	r.entries[name] = r.made
	return r.made
}
