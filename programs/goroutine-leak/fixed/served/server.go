// Package served has a server whose Serve notices that Close came first.
package served

import "sync"

type server struct {
	mu       sync.Mutex
	handlers map[int]chan struct{}
	next     int
	closed   bool
}

// Serve hands on what comes until the server is closed.
func (s *server) Serve() {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	if s.handlers == nil {
		s.handlers = make(map[int]chan struct{})
	}
	end := make(chan struct{})
	s.handlers[s.next] = end
	s.next++
	s.mu.Unlock()
	<-end
}

// Close ends every Serve that has begun.
func (s *server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, end := range s.handlers {
		close(end)
	}
	s.closed = true
}
