// Package poller has goroutines that poll until something asks them to end, which nothing can
// do any more.
package poller

import (
	"context"
	"time"
)

// after waits for a timer that is new in each round.
func after(done <-chan struct{}, every time.Duration) {
	rounds := 0
	for {
		select { // want goroutine-leak@1.26 "only time wakes it, and nothing can end its loop"
		case <-time.After(every):
			rounds++
		case <-done:
			return
		}
	}
}

// reset sets one timer again and again.
func reset(stop <-chan struct{}, every time.Duration) {
	timer := time.NewTimer(every)
	defer timer.Stop()
	for {
		select { // want goroutine-leak@1.26 "only time wakes it"
		case <-timer.C:
			timer.Reset(every)
		case <-stop:
			return
		}
	}
}

// backOff waits longer each time, up to a limit.
func backOff(done <-chan struct{}, most time.Duration) {
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, most) {
		select { // want goroutine-leak@1.26 "only time wakes it"
		case <-time.After(pause):
		case <-done:
			return
		}
	}
}

// within gives each round a time limit of its own.
func within(answers <-chan int, every time.Duration) {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), every)
		select { // want goroutine-leak@1.26 "only time wakes it"
		case <-ctx.Done():
			cancel()
		case <-answers:
			cancel()
			return
		}
	}
}

// below derives the time limit of each round from a context that nothing cancels any more.
func below(parent context.Context, every time.Duration) {
	for {
		ctx, cancel := context.WithTimeout(parent, every)
		select {
		case <-ctx.Done():
			cancel()
		case <-parent.Done():
			cancel()
			return
		}
	}
}

// forgetful leaves the time limits of its rounds to time, and one for all that has a minute.
func forgetful(parent context.Context, every time.Duration) {
	later, _ := context.WithTimeout(parent, time.Minute)
	_ = later
	for {
		ctx, _ := context.WithTimeout(parent, every)
		select {
		case <-ctx.Done():
		case <-parent.Done():
			return
		}
	}
}

// A conn tries to connect until it is torn down.
type conn struct {
	ctx    context.Context
	cancel context.CancelFunc
}

func dial(ctx context.Context) *conn {
	c := new(conn)
	c.ctx, c.cancel = context.WithCancel(ctx) // want context-not-canceled@1.26
	go c.connect()
	return c
}

func (c *conn) connect() {
	for retries := 1; ; retries++ {
		pause := 20 * time.Millisecond * time.Duration(retries)
		_, cancel := context.WithTimeout(c.ctx, time.Minute)
		begin := time.Now()
		cancel()
		select {
		case <-time.After(pause - time.Since(begin)):
		case <-c.ctx.Done():
			return
		}
	}
}
