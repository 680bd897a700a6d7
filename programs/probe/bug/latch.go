package probe

import "sync"

// A Latch is opened once. It is safe for concurrent use.
type Latch struct {
	mu      sync.Mutex
	open    bool
	waiters []chan struct{}
}

// NewLatch is closed.
func NewLatch() *Latch { return &Latch{} }

// Open lets all pass.
func (l *Latch) Open() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = true
	for _, waiter := range l.waiters {
		close(waiter)
	}
	l.waiters = nil
}

// Pass waits until the latch is open.
func (l *Latch) Pass() {
	waiter := make(chan struct{})
	l.mu.Lock()
	if l.open {
		l.mu.Unlock()
		return
	}
	l.mu.Unlock()
	l.mu.Lock()
	l.waiters = append(l.waiters, waiter)
	l.mu.Unlock()
	<-waiter // want global-deadlock
}
