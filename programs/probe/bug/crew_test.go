package probe

import "testing"

func TestCrew(t *testing.T) {
	c := NewCrew(2)
	if !c.Run(func() {}) {
		t.Fatal("it is closed")
	}
	c.Close()
	if c.Run(func() {}) {
		t.Fatal("it is not closed")
	}
}
