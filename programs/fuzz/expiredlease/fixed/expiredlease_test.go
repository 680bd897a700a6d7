package fixed

import (
	"testing"
	"time"
)

// A test that continues when it has not got the lease releases one that it does not have.
func TestTake(t *testing.T) {
	l := &lease{}
	if err := l.take(time.Second); err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		time.Sleep(time.Millisecond)
		l.release()
	}()
	if err := l.take(20 * time.Millisecond); err != nil {
		t.Error(err)
		<-done
	}
	l.release()
	<-done
}
