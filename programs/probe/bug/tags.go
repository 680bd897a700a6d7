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
	t.names[name] = true // want data-race
}

// Has reports whether a name is among them.
func (t *Tags) Has(name string) bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.names[name]
}

// Join adds the names of others.
func (t *Tags) Join(others *Tags) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for name := range others.names { // want data-race
		t.names[name] = true
	}
}
