package hostpool

import (
	"sync"
	"testing"
)

// Close marks all hosts as dead without the lock of the pool, with which Get reads that
// and revives them.
func TestFoundClose(t *testing.T) {
	pool := New([]string{"a", "b"})
	var calls sync.WaitGroup
	calls.Add(2)
	go func() {
		defer calls.Done()
		pool.Close()
	}()
	go func() {
		defer calls.Done()
		pool.Get()
	}()
	calls.Wait()
}
