package probe

import "testing"

func TestBeacon(t *testing.T) {
	b := NewBeacon()
	b.Skip(2)
	if n := b.Beats(); n != 2 {
		t.Errorf("got %d", n)
	}
}
