package probe

import "testing"

func TestSemaphore(t *testing.T) {
	s := NewSemaphore(1)
	if !s.TryAcquire() {
		t.Error("no permit")
	}
	s.Release()
}
