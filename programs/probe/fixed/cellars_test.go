package probe

import "testing"

func TestCellars(t *testing.T) {
	c := NewCellars("old", "new")
	c.Store("old", 3)
	if !c.Move("old", "new", 2) {
		t.Error("two of three bottles were not moved")
	}
	if c.Move("old", "new", 2) {
		t.Error("two of one bottle were moved")
	}
}
