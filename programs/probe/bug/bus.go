package probe

import "sync"

// A Bus delivers messages to subscribers. It is safe for concurrent use.
type Bus struct {
	mu   sync.Mutex
	next int
	subs map[int]func(string)
}

// NewBus has no subscribers.
func NewBus() *Bus { return &Bus{subs: make(map[int]func(string))} }

// Subscribe calls f for each message, and returns its number.
func (b *Bus) Subscribe(f func(string)) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	b.subs[b.next] = f // want data-race?
	return b.next
}

// Unsubscribe drops a subscriber.
func (b *Bus) Unsubscribe(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.subs, n) // want data-race?
}

// Publish delivers a message.
func (b *Bus) Publish(s string) {
	for _, f := range b.subs { // want data-race
		f(s)
	}
}
