package probe

import (
	"context"
	"sync"
)

// A Gate lets those in that hold its only key. It is safe for concurrent use.
type Gate struct {
	mu     sync.Mutex
	taken  bool
	waiter chan struct{}
}

// NewGate is free.
func NewGate() *Gate { return &Gate{} }

// Enter waits for the key, or for the end of ctx.
func (g *Gate) Enter(ctx context.Context) error {
	g.mu.Lock()
	if !g.taken {
		g.taken = true
		g.mu.Unlock()
		return nil
	}
	waiter := make(chan struct{})
	g.waiter = waiter
	g.mu.Unlock()
	select {
	case <-waiter:
		return nil
	case <-ctx.Done():
		g.mu.Lock()
		defer g.mu.Unlock()
		close(waiter) // want double-close
		g.waiter = nil
		return ctx.Err()
	}
}

// Leave gives the key to the one that waits.
func (g *Gate) Leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiter != nil {
		close(g.waiter) // want double-close?
		return
	}
	g.taken = false
}
