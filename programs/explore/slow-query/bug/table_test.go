package bug

import (
	"sync"
	"testing"
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
