// Package selects uses the variable in the case that proves something.
package selects

import "time"

func Poll(f func() int) int {
	done := make(chan bool)
	x := 0
	go func() {
		x = f()
		close(done)
	}()
	for {
		select {
		case <-done:
			return x
		default:
			time.Sleep(time.Millisecond)
		}
	}
}

func Either(f func() int) int {
	done := make(chan bool)
	x := 0
	go func() {
		x = f()
		done <- true
	}()
	select {
	case <-done:
		return x
	case <-time.After(time.Second):
		return 0
	}
}

func Offer(f func() int) int {
	ch := make(chan int)
	x := 0
	go func() {
		x = f()
		<-ch
	}()
	select {
	case ch <- 1:
		return x
	default:
	}
	return 0
}

func Both(f func() int) int {
	done, failed := make(chan bool), make(chan bool)
	x := 0
	go func() {
		if x = f(); x < 0 {
			failed <- true
			return
		}
		done <- true
	}()
	select {
	case <-done:
	case <-failed:
	}
	return x
}

// Ranged ends its loop only when the sender is done.
func Ranged(f func() (int, bool)) int {
	values := make(chan int)
	last := 0
	go func() {
		defer close(values)
		for v, ok := f(); ok; v, ok = f() {
			last = v
			select {
			case values <- v:
			case <-time.After(time.Second):
				return
			}
		}
	}()
	for range values {
	}
	return last
}
