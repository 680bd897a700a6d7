package fixed

import (
	"sync"
	"testing"
	"time"
)

func TestStep(t *testing.T) {
	var mu sync.Mutex
	ready := sync.NewCond(&mu)
	is := false
	go func() {
		mu.Lock()
		is = true
		mu.Unlock()
		ready.Signal()
	}()
	watch(func() {
		mu.Lock()
		for !is {
			ready.Wait()
		}
		mu.Unlock()
	}, time.Second)
}
