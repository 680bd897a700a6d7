package probe

import "sync"

// A Pipe is safe for concurrent use; what is sent after Close is dropped.
type Pipe struct {
	mu     sync.Mutex
	closed bool
	out    chan string
}

// NewPipe makes a pipe with room for messages.
func NewPipe() *Pipe { return &Pipe{out: make(chan string, 8)} }

// Send sends a message, unless the pipe is closed.
func (p *Pipe) Send(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.out <- s
	}
}

// Close ends the pipe; it may be called twice.
func (p *Pipe) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.closed = true
		close(p.out)
	}
}
