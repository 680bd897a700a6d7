package probe

import "testing"

func TestJournal(t *testing.T) {
	j := NewJournal()
	j.Note("a")
	j.Note("b")
	if n := j.Len(); n != 2 {
		t.Fatal(n)
	}
	if lines := j.Flush(); len(lines) != 2 {
		t.Fatal(lines)
	}
}
