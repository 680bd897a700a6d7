package probe

import "sync"

// A Broker hands messages to subscribers. It is safe for concurrent use.
type Broker struct {
	mu   sync.Mutex
	subs map[chan string]bool
}

// NewBroker has no subscribers.
func NewBroker() *Broker { return &Broker{subs: make(map[chan string]bool)} }

// Subscribe adds a subscriber; its channel is closed by Unsubscribe.
func (b *Broker) Subscribe() chan string {
	ch := make(chan string, 4)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[ch] = true
	return ch
}

// Unsubscribe drops a subscriber; it may be called twice.
func (b *Broker) Unsubscribe(ch chan string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subs[ch] {
		delete(b.subs, ch)
		close(ch)
	}
}

// Publish hands a message to all.
func (b *Broker) Publish(s string) {
	b.mu.Lock()
	var all []chan string
	for ch := range b.subs {
		all = append(all, ch)
	}
	b.mu.Unlock()
	for _, ch := range all {
		ch <- s // want data-race send-on-closed?
	}
}
