package fixed

import (
	"sync"
	"testing"
)

func TestPutThenTake(t *testing.T) {
	q := newQueue()
	q.put(1)
	if q.take() != 1 {
		t.Fatal("not 1")
	}
}

func TestTwoWait(t *testing.T) {
	g := newGate()
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() {
			defer wg.Done()
			g.pass()
		}()
	}
	g.unlock()
	wg.Wait()
}
