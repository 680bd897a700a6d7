package probe

import "sync"

// A Worker does jobs in a goroutine of its own. It is safe for concurrent use.
type Worker struct {
	once sync.Once
	jobs chan int
	done chan struct{}
}

// NewWorker starts one.
func NewWorker() *Worker {
	w := &Worker{jobs: make(chan int), done: make(chan struct{})}
	go w.run()
	return w
}

func (w *Worker) run() {
	for {
		select {
		case <-w.jobs:
		case <-w.done:
			return
		}
	}
}

// Stop ends the worker; it may be called twice.
func (w *Worker) Stop() {
	w.once.Do(func() { close(w.done) })
}
