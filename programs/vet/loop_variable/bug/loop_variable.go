// Package loop_variable captures a variable that the loop assigns while goroutines run.
package loop_variable

import "sync"

func Sum(values []int, use func(int)) {
	var wg sync.WaitGroup
	var v int
	for _, v = range values {
		wg.Add(1)
		go func() {
			defer wg.Done()
			use(v) // want closure-race "v is read here by the goroutine.*and written"
		}()
	}
	wg.Wait()
}
