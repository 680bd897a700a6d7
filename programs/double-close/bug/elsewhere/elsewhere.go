// Package elsewhere closes a channel in two goroutines, each by code of its own.
package elsewhere

import "sync"

type stream struct {
	done chan struct{}
	wait sync.WaitGroup
}

func (s *stream) expire() {
	close(s.done)
}

func (s *stream) hangUp() {
	close(s.done) // want double-close "closed before at elsewhere.go:12"
}
