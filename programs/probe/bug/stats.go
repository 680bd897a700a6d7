package probe

import (
	"sync"
	"sync/atomic"
)

// A Stats has a count and a sum that agree. It is safe for concurrent use.
type Stats struct {
	count atomic.Int64
	mu    sync.Mutex
	sum   int64
}

// NewStats is empty.
func NewStats() *Stats { return &Stats{} }

// Observe adds one value of 1.
func (s *Stats) Observe() { // want non-linearizable?
	s.count.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum++
}

// Mean is the sum by the count.
func (s *Stats) Mean() int64 { // want non-linearizable~
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count.Load() == 0 {
		return 0
	}
	return 10 * s.sum / s.count.Load()
}
