package probe

import "sync"

// A Pool keeps idle connections. It is safe for concurrent use.
type Pool struct {
	mu   sync.Mutex
	idle []*int
	made int
}

// NewPool has one connection.
func NewPool() *Pool { return &Pool{idle: []*int{new(int)}, made: 1} }

// Get takes a connection, an idle one if there is any.
func (p *Pool) Get() *int {
	n := len(p.idle) // want data-race
	p.mu.Lock()
	defer p.mu.Unlock()
	if n == 0 {
		p.made++
		return new(int)
	}
	last := p.idle[n-1]   // want test-panic?
	p.idle = p.idle[:n-1] // want data-race? // want test-panic?
	return last
}

// Made is how many connections were made.
func (p *Pool) Made() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.made
}
