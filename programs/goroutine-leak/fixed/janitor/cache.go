// Package janitor has goroutines that tickers wake and that all end, or may be needed again.
package janitor

import (
	"context"
	"time"
)

type cache struct {
	stop chan struct{}
	work chan int
}

// shared lives as long as the process.
var shared *cache

func newCache(every time.Duration) *cache {
	c := &cache{stop: make(chan struct{}), work: make(chan int)}
	go c.clean(every)
	go c.count()
	return c
}

func (c *cache) clean(every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			c.work <- 1
		case <-c.stop:
			close(c.work)
			return
		}
	}
}

// count waits for what the ticker brings: only the goroutine that ticks reaches its channel.
func (c *cache) count() {
	for range c.work {
	}
}

func (c *cache) close() { close(c.stop) }

// poll ends by its context.
func poll(ctx context.Context, every time.Duration, ask func()) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			ask()
		case <-ctx.Done():
			return
		}
	}
}
