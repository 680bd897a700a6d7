package probe

import "testing"

func TestLimiter(t *testing.T) {
	l := NewLimiter(1)
	if !l.Allow() {
		t.Error("not allowed")
	}
}
