// Package missing_lock guards a counter everywhere.
package missing_lock

import "sync"

type guarded struct {
	sync.Mutex
}

func Count(events <-chan int, report func(int)) {
	var mu sync.Mutex
	total := 0
	go func() {
		for e := range events {
			mu.Lock()
			total += e
			mu.Unlock()
		}
	}()
	mu.Lock()
	report(total)
	mu.Unlock()
}

func Embedded(events <-chan int, report func(int)) {
	g := &guarded{}
	total := 0
	with := func(f func()) {
		g.Lock()
		defer g.Unlock()
		f()
	}
	go func() {
		for e := range events {
			with(func() { total += e })
		}
	}()
	with(func() { report(total) })
}
