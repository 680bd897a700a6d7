// Package partial locks twice in a goroutine that no other one waits for: the test
// passes.
package partial

import "sync"

type meter struct {
	mu    sync.Mutex
	count int
	limit int
}

func (m *meter) reset() {
	m.mu.Lock() // want double-lock "already holds"
	m.count = 0
	m.mu.Unlock()
}

func (m *meter) tick() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count++
	if m.count == m.limit {
		m.reset()
	}
}
