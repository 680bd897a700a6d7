package probe

import (
	"container/list"
	"sync"
)

// Recent remembers the keys that were used last. All of its methods can be called from several goroutines at once.
type Recent struct {
	mu    sync.RWMutex
	order *list.List
	byKey map[string]*list.Element
}

// NewRecent knows no key.
func NewRecent() *Recent {
	return &Recent{order: list.New(), byKey: make(map[string]*list.Element)}
}

// Keep adds a key.
func (r *Recent) Keep(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.byKey[key]; !ok {
		r.byKey[key] = r.order.PushFront(key)
	}
}

// Use makes a key the most recent one.
func (r *Recent) Use(key string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	e, ok := r.byKey[key]
	if ok {
		r.order.MoveToFront(e) // want data-race
	}
	return ok
}
