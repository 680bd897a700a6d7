package probe

import "sync"

// An Outbox sends each letter in a goroutine of its own, but none twice in a row.
type Outbox struct {
	mu   sync.Mutex
	last string
	out  chan string
}

// NewOutbox makes one that has sent nothing.
func NewOutbox() *Outbox { return &Outbox{out: make(chan string, 64)} }

// Send begins to send a letter.
func (o *Outbox) Send(letter string) { go o.deliver(letter) }

func (o *Outbox) deliver(letter string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if letter != o.last {
		o.last = letter
		o.out <- letter
	}
}

// Sent are the letters that were sent.
func (o *Outbox) Sent() <-chan string { return o.out }
