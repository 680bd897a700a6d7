// Package timers waits for the functions of timers, or locks.
package timers

import (
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
