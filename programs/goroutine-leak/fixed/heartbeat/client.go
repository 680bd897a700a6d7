// Package heartbeat has a client that says every now and then that it lives, until it is
// closed.
package heartbeat

import (
	"sync/atomic"
	"time"
)

type client struct {
	closed atomic.Bool
	beats  atomic.Int64
}

func newClient(every time.Duration) *client {
	c := &client{}
	go c.beat(every)
	return c
}

func (c *client) beat(every time.Duration) {
	for !c.closed.Load() {
		time.Sleep(every)
		c.beats.Add(1)
	}
}

func (c *client) close() { c.closed.Store(true) }
