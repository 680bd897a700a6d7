// Package lock_copied passes a pointer to the mutex.
package lock_copied

import "sync"

func add(mu *sync.Mutex, f func()) {
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
			add(&mu, func() {
				total += v
			})
		}()
	}
	wg.Wait()
	return total
}
