package selftest

import (
	"sync"
	"sync/atomic"
	"testing"
)

// TestRace is run with Harrier's race detector: "records" names only races.
func TestRace(t *testing.T) {
	var n, ordered, published int
	var mu sync.Mutex
	var ready atomic.Bool
	done := make(chan bool)
	go func() {
		n = 1
		mu.Lock()
		ordered = 1
		mu.Unlock()
		published = 1
		ready.Store(true)
		done <- true
	}()
	for !ready.Load() {
	}
	_ = published
	<-done
	mu.Lock()
	ordered = 2
	mu.Unlock()
	go func() {
		n = 2 // records race
		done <- true
	}()
	n = 3
	<-done
	_, _ = n, ordered
}
