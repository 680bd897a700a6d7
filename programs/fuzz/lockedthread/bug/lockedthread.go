// Package bug has a thread of its own on which functions run, as graphical
// libraries want it. A function that is handed over when the thread has ended is
// never taken.
package bug

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

// do runs f on the thread and waits until it has run.
func (t *thread) do(f func()) {
	done := make(chan struct{})
	t.calls <- func() { f(); close(done) } // want goroutine-leak
	<-done
}

func (t *thread) stop() { close(t.quit) }
