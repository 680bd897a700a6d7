package bug

import "sync/atomic"

// stats has two counters, each of which is right at any time, and both together are not.
type stats struct {
	failures, requests atomic.Int64
}

func (s *stats) failed() {
	s.failures.Add(1)
	s.requests.Add(1)
}

// rate is the share of requests that failed, in percent.
func (s *stats) rate() int64 {
	failures := s.failures.Load()
	return 100 * failures / max(1, s.requests.Load())
}
