package fixed

import (
	"sync"
	"testing"
	"time"
)

// eventually has a goroutine of its own ask for each condition, as assertion libraries do.
func eventually(t *testing.T, holds func() bool) {
	t.Helper()
	for range 20 {
		answer := make(chan bool)
		go func() { answer <- holds() }()
		if <-answer {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("never in 20 times")
}

func TestTheStockIsFull(t *testing.T) {
	s := &stock{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { s.add(1) })
	}
	wg.Wait()
	eventually(t, func() bool {
		return s.count() == 2
	})
}
