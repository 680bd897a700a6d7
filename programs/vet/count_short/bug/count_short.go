// Package count_short counts one goroutine in a group on which two call Done.
package count_short

import "sync"

func Run(first, second func() int) int {
	var wg sync.WaitGroup
	a, b := 0, 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		a = first() // want closure-race "a is written here"
	}()
	go func() {
		defer wg.Done()
		b = second() // want closure-race "b is written here"
	}()
	wg.Wait()
	return a + b
}
