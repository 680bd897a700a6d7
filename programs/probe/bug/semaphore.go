package probe

import "sync"

// A Semaphore has n permits. It is safe for concurrent use.
type Semaphore struct {
	mu   sync.Mutex
	free int
}

// NewSemaphore has n permits.
func NewSemaphore(n int) *Semaphore { return &Semaphore{free: n} }

// TryAcquire takes a permit, if one is free.
func (s *Semaphore) TryAcquire() bool { // want non-linearizable~
	if s.Free() == 0 {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free--
	return true
}

// Release gives a permit back.
func (s *Semaphore) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
}

// Free is the number of permits that are left.
func (s *Semaphore) Free() int { // want non-linearizable?
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.free
}
