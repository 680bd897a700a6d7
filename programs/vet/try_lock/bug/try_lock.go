// Package try_lock continues without the lock when TryLock fails.
package try_lock

import "sync"

func Count(events <-chan int) {
	var mu sync.Mutex
	total := 0
	for range 4 {
		go func() {
			for e := range events {
				if mu.TryLock() {
					defer mu.Unlock()
				}
				total += e // want possible closure-race "total is written here"
			}
		}()
	}
}

func Shared(events <-chan int) {
	var mu sync.RWMutex
	total := 0
	for range 4 {
		go func() {
			for e := range events {
				if mu.TryRLock() {
					total += e // want possible closure-race "total is written here"
					mu.RUnlock()
				}
			}
		}()
	}
}
