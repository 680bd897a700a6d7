//go:build cgo

package fixed

import (
	"testing"
	"time"
)

func TestConvert(t *testing.T) {
	cancelled := make(chan struct{})
	go func() {
		time.Sleep(time.Second)
		close(cancelled)
	}()
	if done := convert(7, cancelled); done > 100 {
		t.Error(done)
	}
	<-cancelled
}
