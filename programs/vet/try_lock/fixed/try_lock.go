// Package try_lock writes only where TryLock succeeded.
package try_lock

import "sync"

func Count(events <-chan int) {
	var mu sync.Mutex
	total := 0
	for range 4 {
		go func() {
			for e := range events {
				if mu.TryLock() {
					total += e
					mu.Unlock()
				}
			}
		}()
	}
}

func GiveUp(events <-chan int) {
	var mu sync.RWMutex
	total := 0
	for range 4 {
		go func() {
			for e := range events {
				if !mu.TryLock() {
					continue
				}
				total += e
				mu.Unlock()
			}
		}()
	}
}
