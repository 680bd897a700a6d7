package fixed

import "testing"

func TestCell(t *testing.T) {
	c := newCell()
	go c.put(5)
	if v := c.get(); v != 5 {
		t.Fatal(v)
	}
}
