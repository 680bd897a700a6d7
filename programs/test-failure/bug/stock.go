package bug

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

// add loses the items that others have added since it counted.
func (s *stock) add(items int) {
	before := s.count()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = before + items
}
