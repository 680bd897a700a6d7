package probe

import "testing"

func TestCache(t *testing.T) {
	c := NewCache()
	c.Set("k", "value")
	c.Remove("k")
	if got := c.Size(); got != 0 {
		t.Errorf("got %d", got)
	}
}
