package probe

import "testing"

func TestRecorder(t *testing.T) {
	r := NewRecorder()
	if r.Note() {
		t.Error("a recorder that is off counts")
	}
}
