package probe

import "sync"

// Shards is a map in two parts. It is safe for concurrent use.
type Shards struct {
	parts [2]struct {
		mu   sync.Mutex
		keys map[int]bool
	}
}

// NewShards is empty.
func NewShards() *Shards {
	s := &Shards{}
	for i := range s.parts {
		s.parts[i].keys = make(map[int]bool)
	}
	return s
}

// Add adds a key, and reports whether it is new.
func (s *Shards) Add(key int) bool {
	part := &s.parts[key%2]
	part.mu.Lock()
	defer part.mu.Unlock()
	known := part.keys[key]
	part.keys[key] = true
	return !known
}
