// Package deferred_branch defers calls in branches: those of one branch run only where it was taken.
package deferred_branch

import "sync"

// Sometimes locks on one branch only.
func Sometimes(n int, careful func(int) bool) int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum := 0
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if careful(i) {
				mu.Lock()
				defer mu.Unlock()
			}
			defer func() { sum++ }() // want closure-race "sum is written here"
		}()
	}
	wg.Wait()
	return sum
}

// TooEarly gives the lock back before the deferred call writes.
func TooEarly(n int, careful func(int) bool) int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum := 0
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { sum++ }() // want closure-race "sum is written here"
			if careful(i) {
				mu.Lock()
				defer mu.Unlock()
			} else {
				mu.Lock()
				defer mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return sum
}
