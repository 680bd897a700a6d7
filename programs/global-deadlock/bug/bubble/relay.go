// Package bubble relays values between channels; its tests run in bubbles of testing/synctest.
package bubble

// relay forgets to close what it returns when it has to stop.
func relay(in <-chan int, stop <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		for {
			select {
			case <-stop:
				return
			case v, ok := <-in:
				if !ok {
					close(out)
					return
				}
				out <- v
			}
		}
	}()
	return out
}

func sum(in <-chan int) (total int) {
	for v := range in { // want global-deadlock@1.25 "deadlocked in chan receive"
		total += v
	}
	return
}
