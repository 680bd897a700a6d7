// Package timers waits for the functions of timers, or locks.
package timers

import (
	"math"
	"sync"
	"time"
)

func Retry(delay time.Duration, try func() bool) {
	var mu sync.Mutex
	var timer *time.Timer
	mu.Lock()
	timer = time.AfterFunc(delay, func() {
		mu.Lock()
		defer mu.Unlock()
		if !try() {
			timer.Reset(delay)
		}
	})
	mu.Unlock()
}

func Fired(delay time.Duration, f func() int) int {
	x := 0
	fired := make(chan struct{})
	time.AfterFunc(delay, func() {
		x = f()
		close(fired)
	})
	<-fired
	return x
}

// Armed makes a timer that cannot expire before it is reset.
func Armed(f func(int)) *time.Timer {
	limit := 0
	timer := time.AfterFunc(time.Duration(math.MaxInt64), func() { f(limit) })
	timer.Stop()
	limit = 1
	return timer
}
