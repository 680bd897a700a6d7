//go:build go1.25

package bubble

import (
	"testing"
	"testing/synctest"
)

// ends fails the test whose bubble ends in a deadlock, and lets the others run.
func ends(t *testing.T, f func(t *testing.T)) {
	defer func() {
		if r := recover(); r != nil {
			t.Error(r)
		}
	}()
	synctest.Test(t, f)
}

func TestStopped(t *testing.T) {
	ends(t, func(t *testing.T) {
		in, stop := make(chan int), make(chan struct{})
		go func() {
			in <- 1
			close(stop)
		}()
		if got := sum(relay(in, stop)); got != 1 {
			t.Error(got)
		}
	})
}
