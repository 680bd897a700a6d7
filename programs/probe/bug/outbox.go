package probe

// An Outbox sends each letter in a goroutine of its own, but none twice in a row.
type Outbox struct {
	last string
	out  chan string
}

// NewOutbox makes one that has sent nothing.
func NewOutbox() *Outbox { return &Outbox{out: make(chan string, 64)} }

// Send begins to send a letter.
func (o *Outbox) Send(letter string) { go o.deliver(letter) }

func (o *Outbox) deliver(letter string) {
	if letter != o.last { // want data-race?
		o.last = letter // want data-race
		o.out <- letter
	}
}

// Sent are the letters that were sent.
func (o *Outbox) Sent() <-chan string { return o.out }
