// Package fixed lets no goroutine send after the close.
package fixed

import "sync"

type broker struct {
	mu      sync.Mutex
	stopped bool
	events  chan string
}

func newBroker() *broker {
	return &broker{events: make(chan string, 4)}
}

func (b *broker) publish(event string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopped {
		return false
	}
	b.events <- event
	return true
}

func (b *broker) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = true
	close(b.events)
}
