package fixed

import (
	"sync"
	"testing"
	"time"
)

func TestSumWhileShrinking(t *testing.T) {
	rows := &table{rows: make([]int, 10)}
	var both sync.WaitGroup
	both.Add(2)
	go func() {
		defer both.Done()
		rows.sum()
	}()
	go func() {
		defer both.Done()
		rows.shrink(5)
	}()
	both.Wait()
}

// A machine may be slow: that is only suspicious.
func TestSumIsQuick(t *testing.T) {
	rows := &table{rows: make([]int, 10)}
	start := time.Now()
	done := make(chan int)
	go func() { done <- rows.sum() }()
	<-done
	if took := time.Since(start); took > 100*time.Millisecond {
		t.Fatal("slow:", took) // want test-failure~
	}
}
