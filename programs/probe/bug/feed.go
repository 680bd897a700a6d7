package probe

import "sync"

// A Feed passes items on until it is stopped, which may be done more than once.
type Feed struct {
	mu    sync.Mutex
	items []string
	done  chan struct{}
	ended chan struct{}

	started bool
}

// NewFeed has no items.
func NewFeed() *Feed { return &Feed{done: make(chan struct{}), ended: make(chan struct{})} }

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
	select {
	case <-f.done:
	default:
		close(f.done) // want double-close~
	}
}

// Start begins to work, until the feed is stopped.
func (f *Feed) Start() {
	f.mu.Lock()
	started := f.started
	f.mu.Unlock()
	f.mu.Lock()
	f.started = true
	f.mu.Unlock()
	if !started {
		go func() {
			<-f.done
			close(f.ended) // want double-close~
		}()
	}
}
