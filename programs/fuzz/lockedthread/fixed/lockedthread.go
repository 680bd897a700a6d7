// Package fixed has a thread of its own on which functions run, as graphical
// libraries want it. Who hands a function over learns that the thread has ended.
package fixed

import "runtime"

type thread struct {
	calls chan func()
	quit  chan struct{}
}

func start() *thread {
	t := &thread{make(chan func()), make(chan struct{})}
	go t.loop()
	return t
}

func (t *thread) loop() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for {
		select {
		case f := <-t.calls:
			f()
		case <-t.quit:
			return
		}
	}
}

// do runs f on the thread and waits until it has run. It returns whether it did.
func (t *thread) do(f func()) bool {
	done := make(chan struct{})
	select {
	case t.calls <- func() { f(); close(done) }:
		<-done
		return true
	case <-t.quit:
		return false
	}
}

func (t *thread) stop() { close(t.quit) }
