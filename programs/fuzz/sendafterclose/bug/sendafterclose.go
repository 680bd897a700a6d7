// Package bug has a mailbox that can be closed while a goroutine is about to send.
package bug

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
	default:
	}
	m.mail <- s // want send-on-closed data-race
	return true
}

func (m *mailbox) close() {
	close(m.closed)
	close(m.mail)
}
