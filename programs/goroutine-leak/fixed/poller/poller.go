// Package poller has goroutines that poll, and that end or may yet end.
package poller

import (
	"context"
	"sync/atomic"
	"time"
)

func after(ctx context.Context, every time.Duration) {
	for {
		select {
		case <-time.After(every):
		case <-ctx.Done():
			return
		}
	}
}

// try gives up after some time.
func try(ctx context.Context, every time.Duration, times int) {
	for range times {
		select {
		case <-time.After(every):
		case <-ctx.Done():
			return
		}
	}
}

var stopped atomic.Bool

// untilStopped reads a global variable.
func untilStopped(done <-chan struct{}, every time.Duration) {
	for {
		select {
		case <-time.After(every):
			if stopped.Load() {
				return
			}
		case <-done:
			return
		}
	}
}

func whileRunning(done <-chan struct{}, every time.Duration) {
	for !stopped.Load() {
		select {
		case <-time.After(every):
		case <-done:
			return
		}
	}
}

// asking ends if what it calls closes done.
func asking(done chan struct{}, every time.Duration, ask func(chan struct{})) {
	for {
		select {
		case <-time.After(every):
			ask(done)
		case <-done:
			return
		}
	}
}

// until has a time limit of its own.
func until(done <-chan struct{}, every time.Duration, limit time.Time) {
	for {
		select {
		case <-time.After(every):
			if time.Now().After(limit) {
				return
			}
		case <-done:
			return
		}
	}
}

// within gives each round a time limit of its own.
func within(answers <-chan int, every time.Duration) {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), every)
		select {
		case <-ctx.Done():
			cancel()
		case <-answers:
			cancel()
			return
		}
	}
}

// below derives the time limit of each round from a context that may yet be cancelled.
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

// limited has a time limit for all rounds.
func limited(done <-chan struct{}, every, limit time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for {
		select {
		case <-time.After(every):
		case <-ctx.Done():
			return
		case <-done:
			return
		}
	}
}

// both is limited also in each round.
func both(done <-chan struct{}, every, limit time.Duration) {
	all, end := context.WithTimeout(context.Background(), limit)
	defer end()
	for {
		ctx, cancel := context.WithTimeout(all, every)
		select {
		case <-ctx.Done():
			cancel()
		case <-all.Done():
			cancel()
			return
		case <-done:
			cancel()
			return
		}
	}
}

// closing stops its receivers when its time is over.
func closing(done chan<- struct{}, never <-chan struct{}, limit time.Duration) {
	select {
	case <-time.After(limit):
		close(done)
	case <-never:
	}
}
