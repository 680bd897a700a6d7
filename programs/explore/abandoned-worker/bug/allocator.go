// Package bug stops its worker only if the work was done in time.
package bug

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
		select { // want goroutine-leak
		case node := <-a.updates:
			a.seen <- node
		case <-a.stop:
			return
		}
	}
}

func (a *allocator) allocate(node string, patience time.Duration) bool {
	go a.work()
	a.updates <- node
	select {
	case <-a.seen:
		close(a.stop)
		return true
	case <-time.After(patience):
		return false
	}
}
