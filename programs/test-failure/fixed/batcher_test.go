package fixed

import (
	"sync/atomic"
	"testing"
	"time"
)

func TestCloseOfAFullBatch(t *testing.T) {
	var delivered atomic.Int64
	b := &batcher{size: 2, delay: time.Minute, deliver: func(batch []int) { delivered.Add(int64(len(batch))) }}
	b.add(1)
	b.add(2)
	b.close()
	if n := delivered.Load(); n != 2 {
		t.Errorf("close returned when %d of 2 elements were delivered", n)
	}
}

func TestCloseAfterTheDelay(t *testing.T) {
	var delivered atomic.Int64
	b := &batcher{size: 2, delay: 10 * time.Millisecond, deliver: func(batch []int) { delivered.Add(int64(len(batch))) }}
	b.add(1)
	time.Sleep(12 * time.Millisecond)
	b.close()
	if n := delivered.Load(); n != 1 {
		t.Errorf("close returned when %d of 1 elements were delivered", n)
	}
}
