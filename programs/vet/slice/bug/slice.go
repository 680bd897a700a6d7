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

func Reused(n int, f func(int) int) []int {
	var wg sync.WaitGroup
	out := make([]int, n)
	for i := range n {
		wg.Go(func() {
			out[i] = f(i) // want closure-race "out\\[...\\] is written here"
		})
		out[i]--
	}
	wg.Wait()
	return out
}

func Sums(rows [][]int, f func(int) int) []int {
	var wg sync.WaitGroup
	sums := make([]int, len(rows))
	for i := 0; i < len(rows); i++ {
		for _, v := range rows[i] {
			wg.Go(func() {
				sums[i] += f(v) // want closure-race "sums\\[...\\] is written here"
			})
		}
	}
	wg.Wait()
	return sums
}

func Twice(n int, f, g func(int) int) []int {
	var wg sync.WaitGroup
	out := make([]int, n)
	for i := range n {
		wg.Go(func() {
			out[i] = f(i) // want closure-race "out\\[...\\] is written here"
		})
		wg.Go(func() {
			out[i] = g(i)
		})
	}
	wg.Wait()
	return out
}
