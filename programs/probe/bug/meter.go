package probe

import "sync"

// A Meter counts events. Nothing is said of goroutines; only Total forgets the
// lock that all other methods hold.
type Meter struct {
	mu     sync.Mutex
	events int
}

// NewMeter has counted none.
func NewMeter() *Meter { return &Meter{} }

// Total is the number of events.
func (m *Meter) Total() int {
	return m.events // want data-race
}

// Add counts n events.
func (m *Meter) Add(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.events += n // want data-race?
}

// Reset forgets all events.
func (m *Meter) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.events = 0 // want data-race?
}
