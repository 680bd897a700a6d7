package probe

import (
	"maps"
	"sync"
	"sync/atomic"
)

// Settings are read without a lock, and every goroutine can change one at any time.
type Settings struct {
	write  sync.Mutex
	values atomic.Pointer[map[string]string]
}

// NewSettings has none.
func NewSettings() *Settings {
	s := &Settings{}
	s.values.Store(&map[string]string{})
	return s
}

// Change sets one.
func (s *Settings) Change(name, value string) {
	s.write.Lock()
	defer s.write.Unlock()
	values := maps.Clone(*s.values.Load())
	values[name] = value
	s.values.Store(&values)
}

// Len is how many there are.
func (s *Settings) Len() int { return len(*s.values.Load()) }
