// Package bug waits on conds without asking whether it has to.
package bug

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

// take waits for the next signal even if an item is there already.
func (q *queue) take() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ready.Wait() // want cond-stuck "signaled before any goroutine waited"
	item := q.items[0]
	q.items = q.items[1:]
	return item
}
