package timingwheel

import (
	"sync"
	"testing"
	"time"
)

// Two timers of one bucket: Flush follows Next of the first after it was removed, and never comes to the second.
func TestFound(t *testing.T) {
	tw := NewTimingWheel(time.Millisecond, 20)
	tw.Start()
	defer tw.Stop()
	var fired sync.WaitGroup
	fired.Add(2)
	for i := 0; i < 2; i++ {
		tw.AfterFunc(10*time.Millisecond, fired.Done)
	}
	fired.Wait()
}
