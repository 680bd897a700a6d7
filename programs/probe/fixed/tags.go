package probe

import "sync"

// Tags are names. They are safe for concurrent use.
type Tags struct {
	mu    sync.RWMutex
	names map[string]bool
}

// NewTags returns tags without a name.
func NewTags() *Tags { return &Tags{names: make(map[string]bool)} }

// Put adds a name.
func (t *Tags) Put(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[name] = true
}

// Has reports whether a name is among them.
func (t *Tags) Has(name string) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.names[name]
}

// Join adds the names of others.
func (t *Tags) Join(others *Tags) {
	names := others.all()
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range names {
		t.names[name] = true
	}
}

func (t *Tags) all() []string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	var names []string
	for name := range t.names {
		names = append(names, name)
	}
	return names
}
