package probe

import "testing"

func TestDepot(t *testing.T) {
	d := NewDepot()
	d.Order("nails", 3)
	d.Fill("nails", 5)
	if d.stock["nails"] != 2 {
		t.Fatal(d.stock)
	}
}
