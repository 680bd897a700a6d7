package fixed

import (
	"sync"
	"sync/atomic"
)

// stream is ended by the first who comes, which takes no lock from then on; the others wait for it.
type stream struct {
	mu    sync.Mutex
	sent  int
	ended atomic.Bool
	done  chan bool
}

func (s *stream) count() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
}

func (s *stream) send() {
	s.mu.Lock()
	s.sent++
	s.mu.Unlock()
	s.end()
}

func (s *stream) end() {
	if s.ended.Swap(true) {
		<-s.done
		return
	}
	close(s.done)
}

func (s *stream) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
}
