package probe

import "testing"

func TestRing(t *testing.T) {
	r := NewRing()
	r.Put(3)
	if got := r.Sum(); got != 3 {
		t.Errorf("got %d", got)
	}
}
