package probe

import "testing"

func TestTrailIsEmpty(t *testing.T) {
	Leave("a")
	if marks := Trail(); len(marks) != 0 {
		t.Fatal(marks)
	}
}

func TestTrail(t *testing.T) {
	defer func(before bool) { Verbose = before }(Verbose)
	Verbose = true
	Leave("a")
	if marks := Trail(); len(marks) != 1 {
		t.Fatal(marks)
	}
	Wipe()
}
