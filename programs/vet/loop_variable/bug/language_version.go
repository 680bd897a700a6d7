//go:build go1.21

package loop_variable

import "sync"

// Each shares the loop variable: the build constraint sets the language version of this file.
func Each(values []int, use func(int)) {
	var wg sync.WaitGroup
	for _, v := range values {
		wg.Add(1)
		go func() {
			defer wg.Done()
			use(v) // want closure-race "v is read here by the goroutine.*and written"
		}()
	}
	wg.Wait()
}
