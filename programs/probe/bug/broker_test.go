package probe

import "testing"

func TestBroker(t *testing.T) {
	b := NewBroker()
	b.Publish("a")
}
