// Package rlock_write writes under the exclusive lock and reads under the shared one.
package rlock_write

import "sync"

func Watch(events <-chan string, report func(int)) {
	var mu sync.RWMutex
	seen := 0
	for range 4 {
		go func() {
			for range events {
				mu.Lock()
				seen++
				mu.Unlock()
			}
		}()
	}
	mu.RLock()
	report(seen)
	mu.RUnlock()
}
