// Package bubble relays values between channels; its tests say where that never ends.
package bubble

import "sync"

func relay(in <-chan int, stop <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for {
			select {
			case <-stop:
				return
			case v, ok := <-in:
				if !ok {
					return
				}
				out <- v
			}
		}
	}()
	return out
}

func sum(in <-chan int) (total int) {
	for v := range in {
		total += v
	}
	return
}

// A counter sums under a lock, which a sum that never ends keeps.
type counter struct {
	mu    sync.Mutex
	total int
}

func (c *counter) sum(in <-chan int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total += sum(in)
}
