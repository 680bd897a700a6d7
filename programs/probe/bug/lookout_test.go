package probe

import "testing"

func TestLookout(t *testing.T) {
	l := NewLookout()
	defer l.Close()
	if n := l.Reports(); n != 0 {
		t.Fatal(n)
	}
}

func TestLookoutForSeveral(t *testing.T) {
	first, second, third := "a", "b", "c"
	l := NewLookout(first, second, third)
	l.Reports()
	l.Reports()
	l.Close()
}

func TestLookoutForOne(t *testing.T) {
	l := NewLookout("a")
	l.Close()
}

func TestLookoutForTwo(t *testing.T) {
	l := NewLookout("a", "b")
	l.Close()
}

func TestLookoutForThree(t *testing.T) {
	l := NewLookout("a", "b", "c")
	l.Close()
}

func TestLoudLookout(t *testing.T) {
	loud := true
	l := NewLoudLookout(loud)
	l.Close()
}
