package dynsampler

import (
	"testing"
	"time"
)

// The ticker of Start raises a counter without the lock with which GetMetrics reads it.
func TestFound(t *testing.T) {
	e := &EMASampleRate{AdjustmentIntervalDuration: time.Millisecond}
	if err := e.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Millisecond)
	e.GetMetrics("sampler")
	if err := e.Stop(); err != nil {
		t.Fatal(err)
	}
}
