// Package fixed has a mailbox that can be closed while a goroutine is about to
// send: the channel itself stays open.
package fixed

type mailbox struct {
	closed chan struct{}
	mail   chan string
}

func newMailbox() *mailbox {
	return &mailbox{closed: make(chan struct{}), mail: make(chan string, 1)}
}

func (m *mailbox) send(s string) bool {
	select {
	case <-m.closed:
		return false
	case m.mail <- s:
		return true
	}
}

func (m *mailbox) close() {
	close(m.closed)
}
