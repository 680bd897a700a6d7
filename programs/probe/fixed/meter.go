package probe

import "sync"

// A Meter counts events. Nothing is said of goroutines; all methods hold the
// lock.
type Meter struct {
	mu     sync.Mutex
	events int
}

// NewMeter has counted none.
func NewMeter() *Meter { return &Meter{} }

// Total is the number of events.
func (m *Meter) Total() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.events
}

// Add counts n events.
func (m *Meter) Add(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.events += n
}

// Reset forgets all events.
func (m *Meter) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.events = 0
}
