package probe

import "testing"

func TestDraft(t *testing.T) {
	d := NewDraft()
	d.Edit("a")
	if n := d.Saves(); n != 0 {
		t.Errorf("saved %d times, want 0", n)
	}
}
