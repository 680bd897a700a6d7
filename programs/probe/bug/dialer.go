package probe

import "sync"

// A Dialer keeps one line open.
type Dialer struct {
	mu    sync.Mutex
	line  string
	calls int
	hung  bool
}

// NewDialer has none yet.
func NewDialer() *Dialer { return &Dialer{} }

// Connect opens the line to a host.
func (d *Dialer) Connect(host string) int {
	d.mu.Lock()
	d.line = host // want data-race~
	d.calls++     // want data-race
	d.mu.Unlock()
	return len(d.line) // one connection is made at a time
}

// Hang closes the line.
func (d *Dialer) Hang() {
	d.mu.Lock()
	d.hung = true
	d.mu.Unlock()
}

// Line is the host of the line.
func (d *Dialer) Line() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.line
}

// Calls is how often a line was opened.
func (d *Dialer) Calls() int {
	return d.calls // want data-race?
}
