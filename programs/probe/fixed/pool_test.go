package probe

import "testing"

func TestPool(t *testing.T) {
	p := NewPool()
	if p.Get() == nil || p.Made() != 1 {
		t.Error("no connection")
	}
}
