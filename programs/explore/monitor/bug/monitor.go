// Package bug reports a change of status under the lock that its reader needs.
package bug

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
	defer c.mu.Unlock()
	c.running = !c.running
	c.changed <- c.running // want global-deadlock channel-lock-deadlock?
}
