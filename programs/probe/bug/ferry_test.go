package probe

import "testing"

func TestFerry(t *testing.T) {
	f := NewFerry()
	f.Board("a")
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
