// Package rlock_write writes under a read lock.
package rlock_write

import "sync"

func Watch(events <-chan string) func() int {
	var mu sync.RWMutex
	seen := 0
	for range 4 {
		go func() {
			for range events {
				mu.RLock()
				seen++ // want possible closure-race "seen is written here"
				mu.RUnlock()
			}
		}()
	}
	return nil
}
