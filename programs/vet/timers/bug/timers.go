// Package timers shares variables with the functions of timers.
package timers

import (
	"context"
	"time"
)

// Retry reads the timer's own variable in the function that the timer runs.
func Retry(delay time.Duration, try func() bool) {
	var timer *time.Timer
	timer = time.AfterFunc(delay, func() {
		if !try() {
			timer.Reset(delay) // want possible closure-race "timer is read here by the goroutine .*time.AfterFunc"
		}
	})
}

// Stopped believes that Stop waits.
func Stopped(delay time.Duration) bool {
	expired := false
	timer := time.AfterFunc(delay, func() {
		expired = true // want possible closure-race "expired is written here by the goroutine .*time.AfterFunc"
	})
	timer.Stop()
	return expired
}

func Cancelled(ctx context.Context, work func()) bool {
	over := false
	stop := context.AfterFunc(ctx, func() {
		over = true // want possible closure-race "over is written here by the goroutine .*context.AfterFunc"
	})
	work()
	stop()
	return over
}
