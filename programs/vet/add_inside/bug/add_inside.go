// Package add_inside calls Add in the goroutine, where Wait may already have returned.
package add_inside

import "sync"

func Run(f func() int) int {
	var wg sync.WaitGroup
	result := 0
	go func() {
		wg.Add(1)
		defer wg.Done()
		result = f() // want closure-race "result is written here"
	}()
	wg.Wait()
	return result
}
