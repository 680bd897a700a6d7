package fixed

import "sync/atomic"

// server has an address once it is ready.
type server struct {
	ready   chan struct{}
	address atomic.Pointer[string]
}

// start says that it is ready when it is.
func (s *server) start(address string) {
	s.address.Store(&address)
	close(s.ready)
}
