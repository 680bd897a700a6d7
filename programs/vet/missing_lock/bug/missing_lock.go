// Package missing_lock guards a counter in one place and not in another.
package missing_lock

import "sync"

func Count(events <-chan int, report func(int)) {
	var mu sync.Mutex
	total := 0
	go func() {
		for e := range events {
			mu.Lock()
			total += e // want possible closure-race "total is written here"
			mu.Unlock()
		}
	}()
	report(total)
}
