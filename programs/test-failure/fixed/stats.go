package fixed

import "sync"

// stats has two counters that change together.
type stats struct {
	mu                 sync.Mutex
	failures, requests int64
}

func (s *stats) failed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures++
	s.requests++
}

// rate is the share of requests that failed, in percent.
func (s *stats) rate() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return 100 * s.failures / max(1, s.requests)
}
