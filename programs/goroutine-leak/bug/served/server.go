// Package served has a server whose Serve, if it begins after Close, waits for connections that
// nothing hands to it any more.
package served

import "sync"

type server struct {
	mu       sync.Mutex
	handlers map[int]chan struct{}
	next     int
}

// Serve hands on what comes until the server is closed.
func (s *server) Serve() {
	s.mu.Lock()
	if s.handlers == nil {
		s.handlers = make(map[int]chan struct{})
	}
	end := make(chan struct{})
	s.handlers[s.next] = end
	s.next++
	s.mu.Unlock()
	<-end // want goroutine-leak@1.26 "no goroutine will send or close it"
}

// Close ends every Serve that has begun.
func (s *server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, end := range s.handlers {
		close(end)
	}
	s.handlers = nil
}
