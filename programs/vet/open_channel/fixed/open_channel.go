// Package open_channel writes under a lock while a channel is open, which is closed under that lock.
package open_channel

import "sync"

func Last(events <-chan int) int {
	var mu sync.Mutex
	done := make(chan struct{})
	last := 0
	go func() {
		for event := range events {
			mu.Lock()
			select {
			case <-done:
				mu.Unlock()
				return
			default:
			}
			last = event
			mu.Unlock()
		}
	}()
	mu.Lock()
	close(done)
	mu.Unlock()
	return last
}

func Each(events <-chan int) int {
	var mu sync.RWMutex
	done := make(chan struct{})
	last := 0
	keep := func(event int) {
		mu.Lock()
		defer mu.Unlock()
		select {
		case <-done:
		default:
			last = event
		}
	}
	for range 2 {
		go func() {
			for event := range events {
				keep(event)
			}
		}()
	}
	mu.RLock()
	close(done)
	mu.RUnlock()
	return last
}
