package timedmap

import (
	"testing"
	"time"
)

func TestFound(t *testing.T) {
	tm := New(time.Minute)
	defer tm.StopCleaner()
	tm.Set("key", 1, time.Minute)
	done := make(chan struct{})
	go func() {
		tm.Set("key", 2, time.Minute)
		close(done)
	}()
	tm.GetValue("key")
	<-done
}
