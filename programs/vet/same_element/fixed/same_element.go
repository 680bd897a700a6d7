// Package same_element gives each goroutine an element of its own, or a lock.
package same_element

import "sync"

func parallel(workers int, f func(worker int)) {
	var wg sync.WaitGroup
	for i := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f(i)
		}()
	}
	wg.Wait()
}

func Own(workers int, values func(int) int) int {
	sums := make([]int, workers)
	parallel(workers, func(worker int) {
		sums[worker] += values(worker)
	})
	return sums[0]
}

func Locked(workers int, values func(int) int) int {
	var mu sync.Mutex
	sums := make([]int, workers)
	parallel(workers, func(worker int) {
		mu.Lock()
		defer mu.Unlock()
		sums[0] += values(worker)
	})
	return sums[0]
}

func Shifted(workers int, values func(int) int) int {
	sums := make([]int, workers+1)
	parallel(workers, func(worker int) {
		sums[worker+1] = values(worker)
	})
	return sums[workers]
}

func Alone(values func(int) int) int {
	sums := make([]int, 2)
	parallel(1, func(worker int) {
		sums[worker] = values(worker)
	})
	return sums[0]
}
