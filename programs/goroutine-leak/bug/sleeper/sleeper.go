// Package sleeper has goroutines that sleep until something changes, which nothing can change any
// more.
package sleeper

import (
	"sync"
	"sync/atomic"
	"time"
)

type conn struct {
	name   *string
	mu     sync.Mutex
	closed bool
	state  atomic.Int32
	ready  atomic.Bool
	stop   chan struct{}
}

func newConn() *conn { return &conn{name: new(string), stop: make(chan struct{})} }

// untilReady reads an atomic.
func untilReady(c *conn, every time.Duration) {
	for !c.ready.Load() {
		time.Sleep(every) // want goroutine-leak@1.26 "it sleeps until something changes that nothing else can change"
	}
}

func (c *conn) isClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// untilClosed reads a field under its lock, in a method.
func (c *conn) untilClosed(every time.Duration) {
	for {
		if c.isClosed() {
			return
		}
		time.Sleep(every) // want goroutine-leak@1.26 "it sleeps until something changes"
	}
}

// untilStopped looks whether a channel is closed, and waits longer each time.
func untilStopped(c *conn, most time.Duration) {
	for pause := most / 4; ; pause = min(2*pause, most) {
		select {
		case <-c.stop:
			return
		default:
		}
		time.Sleep(pause) // want goroutine-leak@1.26 "it sleeps until something changes"
	}
}

// watch and its like know each other, and neither ends the other.
func watch(c *conn, state int32, every time.Duration) {
	for c.state.Load() != state {
		time.Sleep(every) // want goroutine-leak@1.26 "it sleeps until something changes"
	}
	c.state.Store(state + 1)
}
