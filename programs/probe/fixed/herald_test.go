package probe

import "testing"

func TestHerald(t *testing.T) {
	h := NewHerald()
	h.Start()
	if n := h.Seconds(); n != 0 {
		t.Errorf("%d seconds at once", n)
	}
	h.Stop()
}
