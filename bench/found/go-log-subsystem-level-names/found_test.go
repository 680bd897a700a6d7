package log

import "testing"

// SubsystemLevelNames goes through the levels without the lock with which SetLogLevel adds one.
func TestFound(t *testing.T) {
	done := make(chan struct{})
	go func() {
		if err := SetLogLevel("subsystem", "info"); err != nil {
			t.Error(err)
		}
		close(done)
	}()
	SubsystemLevelNames()
	<-done
}
