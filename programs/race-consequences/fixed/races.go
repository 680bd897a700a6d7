// Package fixed lets no goroutine come between.
package fixed

import (
	"sync"
	"sync/atomic"
)

type counter struct{ n atomic.Int64 }

func (c *counter) add() { c.n.Add(1) }

type session struct{ user string }

type server struct{ current atomic.Pointer[session] }

func (s *server) user() string {
	if current := s.current.Load(); current != nil {
		return current.user
	}
	return ""
}

func (s *server) logout() { s.current.Store(nil) }

type span struct{ from, to int }

type window struct {
	mu  sync.Mutex
	now span
}

func (w *window) set(from, to int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now.from = from
	w.now.to = to
}

func (w *window) length() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now.to - w.now.from
}
