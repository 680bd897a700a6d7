package probe

import "testing"

func TestRegistry(t *testing.T) {
	r := NewRegistry()
	if got := r.Register("a"); got != 1 {
		t.Errorf("got %d", got)
	}
}
