package sturdyc

import (
	"sync"
	"testing"
	"time"
)

// Add reads the time of the clock without the lock under which another call writes it.
func TestFoundTestClock(t *testing.T) {
	clock := NewTestClock(time.Now())
	var calls sync.WaitGroup
	for range 2 {
		calls.Go(func() { clock.Add(time.Second) })
	}
	calls.Wait()
}
