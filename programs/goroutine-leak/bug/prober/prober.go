// Package prober has goroutines that poll and are forgotten. Each may still end, as far as Harrier
// knows, since it does not look into what they call or read.
package prober

import (
	"sync/atomic"
	"time"
)

var stopped atomic.Bool

func untilStopped(done <-chan struct{}, every time.Duration) {
	for {
		select { // want goroutine-leak~@1.26 "outlives its test: time wakes it again and again"
		case <-time.After(every):
			if stopped.Load() {
				return
			}
		case <-done:
			return
		}
	}
}

func asking(done <-chan struct{}, every time.Duration, ask func()) {
	for {
		select { // want goroutine-leak~@1.26 "outlives its test: time wakes it again and again"
		case <-time.After(every):
			ask()
		case <-done:
			return
		}
	}
}
