package probe

import "testing"

func TestStem(t *testing.T) {
	if got := Stem("reading"); got != "read" {
		t.Errorf("Stem: %s", got)
	}
}

func TestTally(t *testing.T) {
	tally := NewTally()
	tally.Add("readers")
	if n := tally.Count("readers"); n != 1 {
		t.Errorf("Count: %d", n)
	}
}

func TestUse(t *testing.T) {
	if n := Use("reading"); n != 1 {
		t.Errorf("Use: %d", n)
	}
}
