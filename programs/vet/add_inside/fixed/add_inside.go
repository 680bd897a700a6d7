// Package add_inside calls Add before the go statement.
package add_inside

import "sync"

func Run(f func() int) int {
	var wg sync.WaitGroup
	result := 0
	wg.Add(1)
	go func() {
		defer wg.Done()
		result = f()
	}()
	wg.Wait()
	return result
}
