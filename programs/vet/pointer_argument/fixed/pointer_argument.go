// Package pointer_argument copies the variable first, waits, or lets the callee take a lock.
package pointer_argument

import "sync"

type config struct {
	mu    sync.Mutex
	Name  string
	Count int
}

func (c *config) grow() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Count++
}

func (c *config) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.Count
}

func length(s *string) int { return len(*s) }

func address(s *string) *string { return s }

func Read(next func() string) int {
	var c config
	done := make(chan struct{})
	go func() {
		c.Name = next()
		close(done)
	}()
	<-done
	return length(&c.Name)
}

func OtherField(next func() int) int {
	var c config
	go func() {
		c.Count = next()
	}()
	return length(&c.Name)
}

func NotLookedAt(next func() string) *string {
	var c config
	go func() {
		c.Name = next()
	}()
	return address(&c.Name)
}

func Method(rounds int) int {
	var c config
	for range rounds {
		go func() {
			c.grow()
		}()
	}
	return c.count()
}
