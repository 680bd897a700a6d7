// Package cond writes and reads under the lock.
package cond

import "sync"

func Wait(f func() int) int {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready, x := false, 0
	go func() {
		c.L.Lock()
		defer c.L.Unlock()
		x = f()
		ready = true
		c.Signal()
	}()
	c.L.Lock()
	defer c.L.Unlock()
	for !ready {
		c.Wait()
	}
	return x
}
