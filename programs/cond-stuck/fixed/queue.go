// Package fixed waits in a loop that tests the condition, and wakes all whom
// a change concerns.
package fixed

import "sync"

type queue struct {
	mu    sync.Mutex
	ready *sync.Cond
	items []int
}

func newQueue() *queue {
	q := new(queue)
	q.ready = sync.NewCond(&q.mu)
	return q
}

func (q *queue) put(item int) {
	q.mu.Lock()
	q.items = append(q.items, item)
	q.mu.Unlock()
	q.ready.Signal()
}

func (q *queue) take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.ready.Wait()
	}
	item := q.items[0]
	q.items = q.items[1:]
	return item
}

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
		g.cond.Wait()
	}
}

func (g *gate) unlock() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = true
	g.cond.Broadcast()
}
