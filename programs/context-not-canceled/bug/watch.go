// Package bug starts goroutines that end with a context, and then never
// cancels it.
package bug

import "context"

// A watcher counts what it is sent until its context ends.
type watcher struct {
	updates chan int
	cancel  context.CancelFunc
}

func watch(parent context.Context) *watcher {
	ctx, cancel := context.WithCancel(parent) // want context-not-canceled@1.26 "never called"
	w := &watcher{updates: make(chan int), cancel: cancel}
	go func() {
		for {
			select {
			case <-w.updates:
			case <-ctx.Done():
				return
			}
		}
	}()
	return w
}

// flushOnShutdown waits for nothing but the end of the context.
func flushOnShutdown(flush func()) context.CancelFunc {
	ctx, cancel := context.WithCancel(context.Background()) // want context-not-canceled@1.26
	go func() {
		<-ctx.Done()
		flush()
	}()
	return cancel
}
