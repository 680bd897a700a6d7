// Package cond signals under the lock, but writes outside of it.
package cond

import "sync"

func Wait(f func() int) int {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready, x := false, 0
	go func() {
		mu.Lock()
		ready = true
		c.Signal()
		mu.Unlock()
		x = f() // want closure-race "x is written here"
	}()
	mu.Lock()
	for !ready {
		c.Wait()
	}
	mu.Unlock()
	return x
}
