// Package bug looks things up in an index while others are added to it.
package bug

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
	s.index.Lock() // want global-deadlock "2 goroutines wait for each other in a cycle"
	defer s.index.Unlock()
	s.numbers[name] = len(s.names)
	s.names = append(s.names, name)
}

// has takes the lock of the index first.
func (s *store) has(name string) bool {
	s.index.Lock()
	defer s.index.Unlock()
	s.entries.Lock()
	defer s.entries.Unlock()
	number, ok := s.numbers[name]
	return ok && s.names[number] == name
}
