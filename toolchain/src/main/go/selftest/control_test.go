package selftest

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestControl is run with Harrier's scheduler and clock. Operations that access
// memory have no place in a trace, they come in this order.
func TestControl(t *testing.T) {
	c := make(chan int, 1) // records make capacity 1
	c <- 1                 // records send
	<-c                    // records receive
	var mu sync.Mutex
	mu.Lock()   // records acquire
	mu.Unlock() // records release
	var n atomic.Int64
	n.Store(1)             // records operation store
	n.Load()               // records operation load
	n.Add(1)               // records operation update
	n.CompareAndSwap(2, 3) // records operation update
	var p atomic.Pointer[int]
	p.Store(new(int)) // records operation store
	p.Load()          // records operation load
	var v atomic.Value
	v.Store(1) // records operation store
	v.Load()   // records operation load
	var m sync.Map
	m.Store(1, 1) // records operation update
	m.Load(1)     // records operation load
	pool := sync.Pool{New: func() any { return 1 }}
	pool.Put(pool.Get())  // records operation update, operation update
	time.Sleep(time.Hour) // records block [sleep]
	if runtime.GOMAXPROCS(0) != 3 || runtime.NumCPU() != 3 {
		t.Error("the number of processors is not the one that was asked for")
	}
}

// TestOrder has choices: equal seeds make equal ones, others make others.
func TestOrder(t *testing.T) {
	var group sync.WaitGroup
	c := make(chan int)
	for i := range 3 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 3 {
				select {
				case c <- i:
				case <-c:
				case <-time.After(time.Millisecond):
				}
			}
		}()
	}
	group.Wait()
}
