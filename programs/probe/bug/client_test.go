package probe

import "testing"

func TestClient(t *testing.T) {
	c := NewClient()
	if got := c.Get("k"); got != "conn k" {
		t.Errorf("got %q", got)
	}
}
