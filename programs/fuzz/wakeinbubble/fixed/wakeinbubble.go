// Package fixed waits for a message. Who sends between the look and the wait leaves
// the waiter a token.
package fixed

import "sync/atomic"

type mailbox struct {
	full atomic.Bool
	wake chan struct{}
}

func newMailbox() *mailbox { return &mailbox{wake: make(chan struct{}, 1)} }

func (m *mailbox) send() {
	m.full.Store(true)
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

func (m *mailbox) wait() {
	if !m.full.Load() {
		<-m.wake
	}
}
