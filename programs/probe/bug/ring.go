package probe

import (
	"sync"
	"sync/atomic"
)

// A Ring keeps the last values. It is safe for concurrent use.
type Ring struct {
	mu     sync.Mutex
	values [4]int
	at     atomic.Int32
}

// NewRing is empty.
func NewRing() *Ring { return &Ring{} }

// Put keeps a value.
func (r *Ring) Put(v int) { // want non-linearizable~
	i := r.at.Load()
	r.at.Store((i + 1) % 4)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.values[i] = v
}

// Sum adds the values.
func (r *Ring) Sum() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	sum := 0
	for _, v := range r.values {
		sum += v
	}
	return sum
}
