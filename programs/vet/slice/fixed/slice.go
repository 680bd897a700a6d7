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

// Rows makes what the goroutines of one iteration share, and never comes back to it.
func Rows(n int, columns []string, f func(int, string) int) [][]int {
	var wg sync.WaitGroup
	out := make([][]int, n)
	for i := 0; i < n; i++ {
		out[i] = make([]int, len(columns))
		for j, column := range columns {
			wg.Go(func() {
				out[i][j] = f(i, column)
			})
		}
	}
	wg.Wait()
	return out
}

func Cleared(n int, f func(int) int) []int {
	var wg sync.WaitGroup
	out := make([]int, n)
	for i := range n {
		out[i]--
		wg.Go(func() {
			out[i] = f(i)
		})
	}
	wg.Wait()
	return out
}

func Sums(rows [][]int, f func(int) int) []int {
	sums := make([]int, len(rows))
	for i := 0; i < len(rows); i++ {
		var wg sync.WaitGroup
		parts := make([]int, len(rows[i]))
		for j, v := range rows[i] {
			wg.Go(func() {
				parts[j] = f(v)
			})
		}
		wg.Wait()
		for _, part := range parts {
			sums[i] += part
		}
	}
	return sums
}
