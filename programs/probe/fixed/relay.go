package probe

import "sync"

// A Relay passes lines on in a goroutine of its own.
type Relay struct {
	mu     sync.Mutex
	more   *sync.Cond
	lines  []string
	passed int
	closed bool
}

// NewRelay starts the goroutine.
func NewRelay() *Relay {
	r := &Relay{}
	r.more = sync.NewCond(&r.mu)
	go r.pass()
	return r
}

func (r *Relay) pass() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for !r.closed {
		if len(r.lines) == 0 {
			r.more.Wait()
			continue
		}
		r.passed += len(r.lines)
		r.lines = nil
	}
}

// Add passes a line on later.
func (r *Relay) Add(line string) {
	r.mu.Lock()
	r.lines = append(r.lines, line)
	r.mu.Unlock()
	r.more.Signal()
}

// Close ends the goroutine.
func (r *Relay) Close() error {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.more.Broadcast()
	return nil
}
