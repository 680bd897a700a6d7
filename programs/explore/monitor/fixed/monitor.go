// Package fixed reports a change of status after the lock that its reader needs.
package fixed

import (
	"sync"
	"time"
)

type container struct {
	mu      sync.Mutex
	running bool
	changed chan bool
}

// monitor looks at the status until it hears of a change.
func (c *container) monitor() {
	for {
		select {
		case <-c.changed:
			return
		default:
			c.mu.Lock()
			_ = c.running
			c.mu.Unlock()
			time.Sleep(10 * time.Millisecond)
		}
	}
}

func (c *container) change() {
	c.mu.Lock()
	c.running = !c.running
	running := c.running
	c.mu.Unlock()
	c.changed <- running
}
