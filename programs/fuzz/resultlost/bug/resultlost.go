// Package bug runs a task that can be cancelled. The task hands its result
// over even if no caller wants it any more.
package bug

func run(task func() int, cancelled <-chan struct{}) (int, bool) {
	result := make(chan int)
	go func() {
		result <- task() // want goroutine-leak "no goroutine will receive"
	}()
	select {
	case n := <-result:
		return n, true
	case <-cancelled:
		return 0, false
	}
}
