package probe

import "testing"

func TestWalker(t *testing.T) {
	w := NewWalker(3)
	sum := 0
	for i := range w.All() {
		sum += i
	}
	for i := range w.Watch(t.Context()) {
		sum += i
	}
	if sum != 6 {
		t.Errorf("sum %d, want 6", sum)
	}
}
