// Package bug waits for a message. The waiter looks first, and then waits to be
// woken; a send in between wakes no goroutine.
package bug

import "sync/atomic"

type mailbox struct {
	full atomic.Bool
	wake chan struct{}
}

func newMailbox() *mailbox { return &mailbox{wake: make(chan struct{})} }

func (m *mailbox) send() {
	m.full.Store(true)
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

func (m *mailbox) wait() {
	if !m.full.Load() {
		<-m.wake // want goroutine-leak
	}
}
