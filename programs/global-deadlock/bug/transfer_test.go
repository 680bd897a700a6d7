package bug

import (
	"sync"
	"testing"
)

// The barrier makes the unlucky interleaving certain.
func TestTransfersCross(t *testing.T) {
	a, b := &account{balance: 10}, &account{balance: 10}
	var barrier, done sync.WaitGroup
	barrier.Add(2)
	meet := func() {
		barrier.Done()
		barrier.Wait()
	}
	done.Add(1)
	go func() {
		defer done.Done()
		transfer(b, a, 1, meet)
	}()
	transfer(a, b, 1, meet)
	done.Wait()
}
