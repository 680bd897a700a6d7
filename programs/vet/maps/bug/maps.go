// Package maps writes different keys of one map at once.
package maps

import "sync"

func Index(words []string) map[string]int {
	var wg sync.WaitGroup
	index := make(map[string]int)
	for i, w := range words {
		wg.Add(1)
		go func() {
			defer wg.Done()
			index[w] = i // want closure-race "index\\[...\\] is written here"
		}()
	}
	wg.Wait()
	return index
}
