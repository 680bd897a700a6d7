// Package bug closes a channel once for each caller.
package bug

type server struct {
	done chan struct{}
}

func (s *server) stop() {
	close(s.done) // want double-close "closed before at server.go:"
}
