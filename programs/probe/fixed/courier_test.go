package probe

import "testing"

func TestCourier(t *testing.T) {
	c := NewCourier()
	c.Send("a")
	if got := <-c.Receipts(); got != "a" {
		t.Errorf("%q arrived", got)
	}
	c.Close()
}
