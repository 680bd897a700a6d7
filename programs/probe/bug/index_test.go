package probe

import "testing"

func TestIndex(t *testing.T) {
	x := NewIndex()
	x.Put("a")
}
