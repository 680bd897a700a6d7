// Package signal wakes one waiter where all are meant.
package signal

import "sync"

type gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func newGate() *gate {
	g := new(gate)
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *gate) pass() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.cond.Wait() // want cond-stuck@1.26 "no goroutine is left that signals"
	}
}

func (g *gate) unlock() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = true
	g.cond.Signal()
}
