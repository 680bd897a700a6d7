// Package embedded_lock takes one lock here and another there.
package embedded_lock

import "sync"

type guarded struct{ sync.Mutex }

type holder struct{ mu *sync.Mutex }

func Other(events <-chan int, report func(int)) {
	var a, b guarded
	total := 0
	go func() {
		for e := range events {
			a.Lock()
			total += e // want possible closure-race "total is written here"
			a.Unlock()
		}
	}()
	b.Lock()
	report(total)
	b.Unlock()
}

func Pointer(events <-chan int, report func(int)) {
	h, other := holder{mu: new(sync.Mutex)}, holder{mu: new(sync.Mutex)}
	total := 0
	go func() {
		for e := range events {
			h.mu.Lock()
			total += e // want possible closure-race "total is written here"
			h.mu.Unlock()
		}
	}()
	other.mu.Lock()
	report(total)
	other.mu.Unlock()
}

// Unlocked gives the lock back before it writes.
func Unlocked(events <-chan int, report func(int)) {
	var mu sync.Mutex
	total := 0
	go func() {
		for e := range events {
			mu.Lock()
			next := total + e
			mu.Unlock()
			total = next // want possible closure-race "total is written here"
		}
	}()
	mu.Lock()
	report(total)
	mu.Unlock()
}
