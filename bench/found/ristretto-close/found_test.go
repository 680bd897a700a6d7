package ristretto

import "testing"

// Two goroutines close the cache; both pass the check of isClosed.
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
	c.Close()
	<-done
}
