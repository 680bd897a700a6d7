// Package fixed runs a task that can be cancelled. The task sees the
// cancellation as well.
package fixed

func run(task func() int, cancelled <-chan struct{}) (int, bool) {
	result := make(chan int)
	go func() {
		select {
		case result <- task():
		case <-cancelled:
		}
	}()
	select {
	case n := <-result:
		return n, true
	case <-cancelled:
		return 0, false
	}
}
