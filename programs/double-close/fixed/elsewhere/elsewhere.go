// Package elsewhere closes a channel once, whichever of two goroutines is first.
package elsewhere

import "sync"

type stream struct {
	done chan struct{}
	once sync.Once
	wait sync.WaitGroup
}

func (s *stream) end() {
	s.once.Do(func() { close(s.done) })
}

func (s *stream) expire() {
	s.end()
}

func (s *stream) hangUp() {
	s.end()
}
