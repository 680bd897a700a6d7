//go:build go1.25

// Package groups uses what WaitGroup.Go runs before Wait, or without it.
package groups

import "sync"

func Early(f func() int) int {
	var wg sync.WaitGroup
	x := 0
	wg.Go(func() {
		x = f() // want closure-race "x is written here by the goroutine .*WaitGroup.Go"
	})
	y := x
	wg.Wait()
	return y
}

func Together(f func() int) int {
	var wg sync.WaitGroup
	sum := 0
	for range 3 {
		wg.Go(func() {
			sum += f() // want closure-race "sum is written here by the goroutine .*WaitGroup.Go"
		})
	}
	wg.Wait()
	return sum
}

// OtherGroup waits for a group that no goroutine is in.
func OtherGroup(f func() int) int {
	var started, done sync.WaitGroup
	x := 0
	started.Go(func() {
		x = f() // want closure-race "x is written here by the goroutine .*WaitGroup.Go"
	})
	done.Wait()
	return x
}
