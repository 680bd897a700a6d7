// Package negative says done more often than it was asked to.
package negative

import "sync"

func retry(try func() bool) {
	var wg sync.WaitGroup
	wg.Add(1)
	for range 2 {
		if !try() {
			wg.Done() // want waitgroup-misuse "becomes negative"
		}
	}
	wg.Wait()
}
