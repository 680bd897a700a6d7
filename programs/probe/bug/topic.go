package probe

import "sync"

// A Topic delivers messages one after the other. It is safe for concurrent use;
// a subscriber may unsubscribe in its callback.
type Topic struct {
	registry sync.Mutex // guards what subscribers there are
	next     int
	subs     map[int]func(string)

	delivery sync.Mutex // guards the list
	list     []func(string)
}

// NewTopic has no subscribers.
func NewTopic() *Topic { return &Topic{subs: make(map[int]func(string))} }

// Subscribe calls f for each message, and returns what ends that.
func (t *Topic) Subscribe(f func(string)) func() {
	t.registry.Lock()
	defer t.registry.Unlock()
	t.next++
	n := t.next
	t.subs[n] = f
	t.delivery.Lock() // want global-deadlock
	defer t.delivery.Unlock()
	t.list = append(t.list, f)
	return func() {
		t.registry.Lock() // want global-deadlock?
		defer t.registry.Unlock()
		delete(t.subs, n)
	}
}

// Publish delivers a message.
func (t *Topic) Publish(s string) {
	t.delivery.Lock()
	defer t.delivery.Unlock()
	for _, f := range t.list {
		f(s)
	}
}
