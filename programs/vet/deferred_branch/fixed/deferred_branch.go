// Package deferred_branch defers calls in branches, each of which locks.
package deferred_branch

import "sync"

func Always(n int, careful func(int) bool) int {
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
			} else {
				mu.Lock()
				defer mu.Unlock()
			}
			defer func() { sum++ }()
		}()
	}
	wg.Wait()
	return sum
}

// Inside defers the write in each of the branches.
func Inside(n int, careful func(int) bool) int {
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
				defer func() { sum++ }()
			} else {
				mu.Lock()
				defer mu.Unlock()
				defer func() { sum += 2 }()
			}
		}()
	}
	wg.Wait()
	return sum
}

// Returns leaves from within a loop, where the branch after the return defers too.
func Returns(n int, next func() (int, bool)) int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum := 0
	for range n {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for {
				v, ok := next()
				if !ok {
					return
				}
				if v > 0 {
					defer func() { sum += v }()
				}
			}
		})
	}
	wg.Wait()
	return sum
}
