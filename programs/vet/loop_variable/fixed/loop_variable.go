// Package loop_variable relies on the variable per iteration of Go 1.22.
package loop_variable

import "sync"

func Sum(values []int, use func(int)) {
	var wg sync.WaitGroup
	for _, v := range values {
		wg.Add(1)
		go func() {
			defer wg.Done()
			use(v)
		}()
	}
	for i := 0; i < len(values); i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			use(values[i])
		}()
	}
	wg.Wait()
}
