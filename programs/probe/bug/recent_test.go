package probe

import "testing"

func TestRecent(t *testing.T) {
	r := NewRecent()
	r.Keep("a")
	r.Keep("b")
	if !r.Use("b") {
		t.Fatal("b is not there")
	}
}
