package fixed

import (
	"testing"
	"time"
)

func TestRun(t *testing.T) {
	cancelled := make(chan struct{})
	go func() {
		time.Sleep(time.Minute)
		close(cancelled)
	}()
	if n, ok := run(func() int { return 3 }, cancelled); ok && n != 3 {
		t.Fatal(n)
	}
	<-cancelled
}
