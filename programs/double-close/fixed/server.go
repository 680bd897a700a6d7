// Package fixed closes once, however often it is asked.
package fixed

import "sync"

type server struct {
	once sync.Once
	done chan struct{}
}

func (s *server) stop() {
	s.once.Do(func() { close(s.done) })
}
