package timingwheel

import (
	"testing"
	"time"
)

// A timer is added while the wheel stops.
func TestFound(t *testing.T) {
	tw := NewTimingWheel(time.Millisecond, 20)
	tw.Start()
	go tw.AfterFunc(time.Millisecond, func() {})
	tw.Stop()
}
