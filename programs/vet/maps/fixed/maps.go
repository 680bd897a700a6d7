// Package maps guards the map with a mutex.
package maps

import "sync"

func Index(words []string) map[string]int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	index := make(map[string]int)
	for i, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			index[w] = i
		}()
	}
	wg.Wait()
	return index
}
