// Package looked_up_index writes elements at an index that a map has for the key of each goroutine.
package looked_up_index

import "sync"

func Positions(keys []string, index map[string]int, f func(string) int) []int {
	out := make([]int, len(index))
	var wg sync.WaitGroup
	for _, s := range keys {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out[index[s]] = f(s)
		}()
	}
	wg.Wait()
	return out
}

// Passed hands the key to the goroutine.
func Passed(keys []string, index map[string]int, f func(string) int) []int {
	out := make([]int, len(index))
	var wg sync.WaitGroup
	for _, s := range keys {
		wg.Add(1)
		go func(key string) {
			defer wg.Done()
			out[index[key]] = f(key)
		}(s)
	}
	wg.Wait()
	return out
}

// Converted computes the index from what the map and an array have.
func Converted(n int, index map[int]uint8, order [256]int, f func(int) int) []int {
	out := make([]int, 256)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			out[order[index[i]]] = f(i)
		})
	}
	wg.Wait()
	return out
}
