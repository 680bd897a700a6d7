// Package fixed stops its worker in any case.
package fixed

import "time"

type allocator struct {
	updates chan string
	stop    chan struct{}
	seen    chan string
}

func newAllocator() *allocator {
	return &allocator{
		updates: make(chan string, 1),
		stop:    make(chan struct{}),
		seen:    make(chan string, 1),
	}
}

func (a *allocator) work() {
	for {
		select {
		case node := <-a.updates:
			a.seen <- node
		case <-a.stop:
			return
		}
	}
}

func (a *allocator) allocate(node string, patience time.Duration) bool {
	go a.work()
	defer close(a.stop)
	a.updates <- node
	select {
	case <-a.seen:
		return true
	case <-time.After(patience):
		return false
	}
}
