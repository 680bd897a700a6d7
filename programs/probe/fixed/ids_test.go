package probe

import "testing"

func TestIDs(t *testing.T) {
	ids := NewIDs()
	if first, second := ids.Next(), ids.Next(); first != 101 || second != 102 {
		t.Errorf("got %d and %d", first, second)
	}
}
