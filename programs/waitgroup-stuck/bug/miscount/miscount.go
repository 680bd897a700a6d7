// Package miscount adds more than it starts; who waits is a goroutine of its
// own, so the test passes.
package miscount

import "sync"

func each(items []string, do func(string)) <-chan struct{} {
	var wg sync.WaitGroup
	wg.Add(len(items))
	for _, item := range items {
		if item == "" {
			continue
		}
		go func() {
			defer wg.Done()
			do(item)
		}()
	}
	done := make(chan struct{})
	go func() {
		wg.Wait() // want waitgroup-stuck "3 added, 2 done"
		close(done)
	}()
	return done
}
