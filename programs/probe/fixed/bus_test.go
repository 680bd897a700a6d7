package probe

import "testing"

func TestBus(t *testing.T) {
	b := NewBus()
	n := b.Subscribe(func(string) {})
	b.Publish("a")
	b.Unsubscribe(n)
}
