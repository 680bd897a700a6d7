package probe

import "testing"

func TestLedger(t *testing.T) {
	l := NewLedger()
	s := l.Session()
	s.Add(2)
	s.Commit()
	if l.Total() != 2 {
		t.Fatal(l.Total())
	}
}
