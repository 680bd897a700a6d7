package bug

import (
	"testing"
	"time"
)

func TestEndOfAClient(t *testing.T) {
	c := newClient()
	start := time.Now()
	go c.run()
	close(c.closed)
	<-c.over
	if took := time.Since(start); took > 50*time.Millisecond {
		t.Errorf("it took %v", took)
	}
	if c.err.Load() == nil {
		t.Error("over, and without an error") // want test-failure "over, and without an error"
	}
}
