package ristretto

import "testing"

// Clear passes the check of isClosed while Close runs.
func TestFound(t *testing.T) {
	c, err := NewCache(&Config[string, int]{NumCounters: 10, MaxCost: 10, BufferItems: 64})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		c.Close()
		close(done)
	}()
	c.Clear()
	<-done
}
