package probe

import (
	"errors"
	"sync"
)

// A Gang runs functions in goroutines. Thread-safe.
type Gang struct {
	mu     sync.Mutex
	closed bool
	all    sync.WaitGroup
}

// NewGang runs nothing yet.
func NewGang() *Gang { return &Gang{} }

// Go runs f in a goroutine of its own.
func (g *Gang) Go(f func()) error {
	g.mu.Lock()
	closed := g.closed
	g.mu.Unlock()
	if closed {
		return errors.New("closed")
	}
	g.all.Add(1) // want waitgroup-misuse
	go func() {
		defer g.all.Done()
		f()
	}()
	return nil
}

// Wait waits until all functions have returned.
func (g *Gang) Wait() { g.all.Wait() }

// Close waits for them as well, and lets no others begin.
func (g *Gang) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.all.Wait()
}
