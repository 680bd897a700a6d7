package probe

import (
	"context"
	"slices"
	"sync"
)

// Tickets are given out in the order in which they are asked for. They are safe
// for concurrent use.
type Tickets struct {
	mu    sync.Mutex
	free  int
	queue []*order
}

type order struct {
	n    int
	done chan struct{}
}

// NewTickets has n of them.
func NewTickets(n int) *Tickets { return &Tickets{free: n} }

// Take takes n tickets, when there are so many and no other call waits.
func (t *Tickets) Take(ctx context.Context, n int) error {
	t.mu.Lock()
	if len(t.queue) == 0 && t.free >= n {
		t.free -= n
		t.mu.Unlock()
		return nil
	}
	mine := &order{n, make(chan struct{})}
	t.queue = append(t.queue, mine)
	t.mu.Unlock()
	select {
	case <-mine.done:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.queue, mine)
	if i < 0 {
		return nil // they were given out meanwhile
	}
	t.queue = slices.Delete(t.queue, i, i+1)
	t.serve() // it may have been the first, and too large
	return ctx.Err()
}

// Give gives n tickets back.
func (t *Tickets) Give(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free += n
	t.serve()
}

// serve gives out what those at the front of the queue wait for.
func (t *Tickets) serve() {
	for len(t.queue) > 0 && t.queue[0].n <= t.free {
		t.free -= t.queue[0].n
		close(t.queue[0].done)
		t.queue = t.queue[1:]
	}
}
