// Package selects takes a case that proves nothing.
package selects

import "time"

// Poll does not wait: the default case is there.
func Poll(f func() int) int {
	done := make(chan bool)
	x := 0
	go func() {
		x = f() // want closure-race "x is written here"
		close(done)
	}()
	select {
	case <-done:
	default:
	}
	return x
}

// Either is let through by the timer.
func Either(f func() int) int {
	done := make(chan bool)
	x := 0
	go func() {
		x = f() // want possible closure-race "x is written here"
		done <- true
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
		return x
	}
	return 0
}

// Offer sends in a select: no goroutine may have received.
func Offer(f func() int) int {
	ch := make(chan int)
	x := 0
	go func() {
		x = f() // want closure-race "x is written here"
		<-ch
	}()
	select {
	case ch <- 1:
	default:
	}
	return x
}

// Stop may be asked to stop before the goroutine has sent.
func Stop(f func() int, stop <-chan bool) int {
	values := make(chan int)
	x := 0
	go func() {
		x = f() // want possible closure-race "x is written here"
		values <- 1
	}()
	for {
		select {
		case <-values:
		case <-stop:
			return x
		}
	}
}
