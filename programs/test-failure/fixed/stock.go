package fixed

import "sync"

// stock counts the items of a shop.
type stock struct {
	mu    sync.Mutex
	items int
}

func (s *stock) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items
}

// add counts while it has the lock.
func (s *stock) add(items int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items += items
}
