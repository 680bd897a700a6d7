package probe

import "testing"

func TestCounter(t *testing.T) {
	c := &Counter{}
	c.Add(2)
	if got := c.Total(); got != 2 {
		t.Errorf("got %d", got)
	}
}
