//go:build go1.25

package bubble

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
)

// deadlocks reports whether a bubble ends in a deadlock.
func deadlocks(t *testing.T, f func(t *testing.T)) (deadlock bool) {
	defer func() {
		switch r := recover(); {
		case r == nil:
		case strings.HasPrefix(fmt.Sprint(r), "deadlock:"):
			deadlock = true
		default:
			panic(r)
		}
	}()
	synctest.Test(t, f)
	return
}

func TestStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
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

// A sum ends when its input does, and not before.
func TestSumWaits(t *testing.T) {
	for _, in := range []func() chan int{
		func() chan int { return nil },
		func() chan int { return make(chan int) },
	} {
		if !deadlocks(t, func(*testing.T) { sum(in()) }) {
			t.Error("the sum of what never ends")
		}
	}
}

// A relay lives until its input is closed or it is asked to stop.
func TestRelayWaits(t *testing.T) {
	if !deadlocks(t, func(*testing.T) { relay(make(chan int), make(chan struct{})) }) {
		t.Error("the relay has stopped")
	}
}

func TestCounterKeepsItsLock(t *testing.T) {
	if !deadlocks(t, func(*testing.T) {
		var c counter
		go c.sum(make(chan int))
	}) {
		t.Error("the sum of what never ends")
	}
	runtime.GC()
}
