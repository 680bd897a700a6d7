package probe

import "sync"

// A Line is open until it is hung up.
type Line struct{ to string }

// A Switchboard has one line to each place. It is safe for concurrent use.
type Switchboard struct {
	mu    sync.RWMutex
	lines map[string]*Line
	dial  func(to string) *Line
}

func NewSwitchboard(dial func(to string) *Line) *Switchboard {
	return &Switchboard{lines: map[string]*Line{}, dial: dial}
}

// Connect returns the line to a place, and dials if there is none.
func (s *Switchboard) Connect(to string) *Line { // want non-linearizable~
	s.mu.RLock()
	line := s.lines[to]
	s.mu.RUnlock()
	if line == nil {
		line = s.dial(to)
		s.mu.Lock()
		s.lines[to] = line
		s.mu.Unlock()
	}
	return line
}
