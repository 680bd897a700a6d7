package bug

import "sync"

// registry has one entry for each name.
type registry struct {
	mu      sync.Mutex
	entries map[string]int
	made    int
}

func (r *registry) find(name string) (int, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	entry, ok := r.entries[name]
	return entry, ok
}

func (r *registry) add(name string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made++
	r.entries[name] = r.made
	return r.made
}

// get makes a second entry where another goroutine has made one since find.
func (r *registry) get(name string) int {
	if entry, ok := r.find(name); ok {
		return entry
	}
	return r.add(name)
}
