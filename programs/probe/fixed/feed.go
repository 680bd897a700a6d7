package probe

import "sync"

// A Feed passes items on until it is stopped, which may be done more than once.
type Feed struct {
	mu    sync.Mutex
	items []string
	done  chan struct{}
	once  sync.Once
}

// NewFeed has no items.
func NewFeed() *Feed { return &Feed{done: make(chan struct{})} }

// Put adds an item, unless the feed is stopped.
func (f *Feed) Put(item string) bool {
	select {
	case <-f.done:
		return false
	default:
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.items = append(f.items, item)
	return true
}

// Stop ends it.
func (f *Feed) Stop() {
	f.once.Do(func() { close(f.done) })
}
