// Package lock_copied passes a mutex by value, so that each goroutine locks its own.
package lock_copied

import "sync"

func add(mu sync.Mutex, total *int, n int, f func()) {
	mu.Lock()
	defer mu.Unlock()
	f()
}

func Sum(values []int) int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	total := 0
	for _, v := range values {
		wg.Add(1)
		go func() {
			defer wg.Done()
			add(mu, &total, v, func() {
				total += v // want closure-race "total is written here"
			})
		}()
	}
	wg.Wait()
	return total
}
