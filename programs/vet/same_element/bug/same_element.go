// Package same_element hands a function to a helper that runs it in many goroutines, each of which writes one element.
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

func First(workers int, values func(int) int) int {
	sums := make([]int, workers)
	parallel(workers, func(worker int) {
		sums[0] += values(worker) // want possible closure-race "sums\\[...\\] is written here"
	})
	return sums[0]
}

func Chosen(workers, which int, values func(int) int) int {
	sums := make([]int, workers)
	parallel(workers, func(worker int) {
		sums[which] += values(worker) // want possible closure-race "sums\\[...\\] is written here"
	})
	return sums[which]
}

func Appended(workers int, values func(int) int) []int {
	var all []int
	add := func(worker int) {
		all = append(all, values(worker)) // want possible closure-race "all is written here"
	}
	parallel(workers, add)
	return all
}

func Last(workers int, values func(int) int) int {
	sums := make([]int, workers)
	parallel(workers, func(worker int) {
		sums[len(sums)-1] = values(worker) // want possible closure-race "sums\\[...\\] is written here"
	})
	return sums[workers-1]
}

func Moved(items []int) []int {
	next := 0
	parallel(4, func(int) {
		items[next] = 0 // want possible closure-race "items\\[...\\] is written here"
	})
	return items
}
