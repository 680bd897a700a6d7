package timewheel

import (
	"testing"
	"time"
)

// Stop of a ticker sets without the lock what the goroutine of the wheel reads with it at each tick.
func TestFound(t *testing.T) {
	wheel, err := NewTimeWheel(time.Millisecond, 1)
	if err != nil {
		t.Fatal(err)
	}
	wheel.Start()
	ticker := wheel.NewTicker(time.Millisecond)
	<-ticker.C
	ticker.Stop()
	wheel.Stop()
}
