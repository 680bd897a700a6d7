package bug

import (
	"testing"
	"time"
)

func TestTake(t *testing.T) {
	l := &lease{make(chan struct{})}
	done := make(chan bool)
	go func() {
		defer close(done)
		time.Sleep(time.Millisecond)
		l.release()
	}()
	l.take(20 * time.Millisecond)
	<-done
}
