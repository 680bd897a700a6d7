//go:build go1.25

// Package groups waits before it uses what WaitGroup.Go ran.
package groups

import "sync"

func Early(f func() int) int {
	var wg sync.WaitGroup
	x := 0
	wg.Go(func() { x = f() })
	wg.Wait()
	return x
}

func Together(f func() int) int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	for range 3 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			sum += f()
		})
	}
	wg.Wait()
	return sum
}

type crew struct{ members sync.WaitGroup }

func (c *crew) hire(work func()) { c.members.Go(work) }

func (c *crew) dismiss() { c.members.Wait() }

func Hired(f func() int) int {
	var c crew
	x := 0
	c.hire(func() { x = f() })
	c.dismiss()
	return x
}
