// Package embedded_lock takes the same lock everywhere, by whatever way it gets there.
package embedded_lock

import "sync"

type guarded struct{ sync.Mutex }

type outer struct{ guarded }

type holder struct{ mu *sync.Mutex }

type reader struct{ *sync.RWMutex }

func Embedded(events <-chan int, report func(int)) {
	var o outer
	total := 0
	go func() {
		for e := range events {
			o.Lock()
			total += e
			o.Unlock()
		}
	}()
	o.guarded.Mutex.Lock()
	report(total)
	o.guarded.Mutex.Unlock()
}

func Pointer(events <-chan int, report func(int)) {
	h := holder{mu: new(sync.Mutex)}
	total := 0
	go func() {
		for e := range events {
			h.mu.Lock()
			total += e
			h.mu.Unlock()
		}
	}()
	mu := h.mu
	mu.Lock()
	report(total)
	mu.Unlock()
}

func Locker(events <-chan int, report func(int)) {
	var mu sync.Mutex
	var l sync.Locker = &mu
	total := 0
	go func() {
		for e := range events {
			l.Lock()
			total += e
			l.Unlock()
		}
	}()
	mu.Lock()
	report(total)
	mu.Unlock()
}

func EmbeddedPointer(events <-chan int, report func(int)) {
	r := reader{new(sync.RWMutex)}
	total := 0
	go func() {
		for e := range events {
			r.Lock()
			total += e
			r.Unlock()
		}
	}()
	r.RLock()
	defer r.RUnlock()
	report(total)
}
