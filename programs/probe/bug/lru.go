package probe

import "sync"

// An LRU calls a function with each value that it drops; the function may use
// the LRU. It is safe for concurrent use.
type LRU struct {
	mu      sync.Mutex
	keys    []string
	dropped func(string)
}

// NewLRU keeps two keys.
func NewLRU(dropped func(string)) *LRU { return &LRU{dropped: dropped} }

// Add adds a key.
func (l *LRU) Add(key string) {
	l.mu.Lock()
	l.keys = append(l.keys, key) // want data-race?
	drop := ""
	if len(l.keys) > 2 {
		drop, l.keys = l.keys[0], l.keys[1:]
	}
	l.mu.Unlock()
	if drop != "" {
		l.dropped(drop)
	}
}

// Purge drops all keys.
func (l *LRU) Purge() {
	for _, key := range l.keys { // want data-race
		l.dropped(key)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keys = nil // want data-race?
}
