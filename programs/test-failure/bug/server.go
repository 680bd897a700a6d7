package bug

import "sync/atomic"

// server has an address once it is ready.
type server struct {
	ready   chan struct{}
	address atomic.Pointer[string]
}

// start says that it is ready before it is.
func (s *server) start(address string) {
	close(s.ready)
	s.address.Store(&address)
}
