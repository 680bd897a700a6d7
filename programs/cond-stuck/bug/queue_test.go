package bug

import "testing"

func TestPutThenTake(t *testing.T) {
	q := newQueue()
	q.put(1)
	if q.take() != 1 {
		t.Fatal("not 1")
	}
}
