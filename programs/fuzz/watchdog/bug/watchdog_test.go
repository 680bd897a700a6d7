package bug

import (
	"sync"
	"testing"
	"time"
)

func TestStep(t *testing.T) {
	var mu sync.Mutex
	ready := sync.NewCond(&mu)
	go ready.Signal()
	watch(func() {
		mu.Lock()
		ready.Wait()
		mu.Unlock()
	}, time.Second)
}
