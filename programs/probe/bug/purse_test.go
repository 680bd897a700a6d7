package probe

import "testing"

func TestPurseGives(t *testing.T) {
	p, other := NewPurse(10), NewPurse(0)
	if !p.Give(other, 4) || p.Money() != 6 || other.Money() != 4 {
		t.Fatal(p.Money(), other.Money())
	}
}
