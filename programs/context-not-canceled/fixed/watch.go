// Package fixed cancels the contexts that package bug forgets.
package fixed

import "context"

type watcher struct {
	updates chan int
	cancel  context.CancelFunc
}

func watch(parent context.Context) *watcher {
	ctx, cancel := context.WithCancel(parent)
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

func flushOnShutdown(flush func()) context.CancelFunc {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-ctx.Done()
		flush()
	}()
	return cancel
}
