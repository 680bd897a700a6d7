// Package fixed looks things up in an index while others are added to it.
package fixed

import "sync"

// store has its entries and an index of them, each with a lock.
type store struct {
	entries, index sync.Mutex
	names          []string
	numbers        map[string]int
}

// add takes the lock of the entries first.
func (s *store) add(name string) {
	s.entries.Lock()
	defer s.entries.Unlock()
	s.index.Lock()
	defer s.index.Unlock()
	s.numbers[name] = len(s.names)
	s.names = append(s.names, name)
}

// has takes them in the same order.
func (s *store) has(name string) bool {
	s.entries.Lock()
	defer s.entries.Unlock()
	s.index.Lock()
	defer s.index.Unlock()
	number, ok := s.numbers[name]
	return ok && s.names[number] == name
}
