// Package slice appends to one slice from many goroutines, and reads elements too early.
package slice

import "sync"

func Collect(n int, f func(int) int) []int {
	var wg sync.WaitGroup
	var out []int
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out = append(out, f(i)) // want closure-race "out is written here"
		}()
	}
	wg.Wait()
	return out
}

func Early(n int, f func(int) int) int {
	out := make([]int, n)
	for i := range n {
		go func() {
			out[i] = f(i) // want closure-race "out\\[...\\] is written here"
		}()
	}
	sum := 0
	for _, v := range out {
		sum += v
	}
	return sum
}
