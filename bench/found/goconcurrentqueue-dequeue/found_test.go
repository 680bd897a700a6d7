package goconcurrentqueue

import (
	"testing"
	"time"
)

// The first call may leave its listener in the queue; Enqueue takes that one, and the second call waits for good.
func TestFound(t *testing.T) {
	q := NewFIFO()
	go func() {
		_ = q.Enqueue(1)
		time.Sleep(time.Second)
		_ = q.Enqueue(2)
	}()
	for i := 0; i < 2; i++ {
		if _, err := q.DequeueOrWaitForNextElement(); err != nil {
			t.Error(err)
		}
	}
}
