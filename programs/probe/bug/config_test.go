package probe

import "testing"

func TestConfig(t *testing.T) {
	c := NewConfig()
	c.Set("k", "v")
	if got := c.Get("k"); got != "v" {
		t.Errorf("got %q", got)
	}
}
