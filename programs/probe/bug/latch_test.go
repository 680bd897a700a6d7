package probe

import "testing"

func TestLatch(t *testing.T) {
	l := NewLatch()
	l.Open()
	l.Pass()
}
