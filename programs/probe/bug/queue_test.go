package probe

import "testing"

func TestQueue(t *testing.T) {
	q := NewQueue()
	q.Push("a")
	if got := q.Pop(); got != "a" {
		t.Errorf("got %q", got)
	}
}
