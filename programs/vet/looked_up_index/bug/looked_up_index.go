// Package looked_up_index writes elements at an index that a map has, and that is the same for all goroutines.
package looked_up_index

import "sync"

func Total(n int, key string, index map[string]int, f func(int) int) []int {
	out := make([]int, len(index))
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			out[index[key]] += f(i) // want closure-race "out\\[...\\] is written here"
		})
	}
	wg.Wait()
	return out
}
