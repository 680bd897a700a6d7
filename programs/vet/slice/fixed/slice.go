// Package slice gives each goroutine an element of its own.
package slice

import "sync"

func Collect(n int, f func(int) int) []int {
	var wg sync.WaitGroup
	out := make([]int, n)
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[i] = f(i)
		}()
	}
	wg.Wait()
	return out
}

func ByParameter(n int, f func(int) int) []int {
	var wg sync.WaitGroup
	out := make([]int, n)
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			out[i] = f(i)
		}(i)
	}
	wg.Wait()
	return out
}

func Halves(f func(int) int) (int, int) {
	var out [2]int
	done := make(chan bool)
	go func() {
		out[0] = f(0)
		close(done)
	}()
	out[1] = f(1)
	<-done
	return out[0], out[1]
}
