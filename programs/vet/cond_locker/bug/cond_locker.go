// Package cond_locker takes the lock of a condition, or a lock for readers by another name, which is not the lock
// that others take, or lets readers write.
package cond_locker

import "sync"

// Other locks a mutex that is not the condition's.
func Other(work func() int) int {
	var mu, other sync.Mutex
	ready := sync.NewCond(&mu)
	n := 0
	go func() {
		ready.L.Lock()
		n += work() // want closure-race "n is written here"
		ready.L.Unlock()
		ready.Signal()
	}()
	other.Lock()
	defer other.Unlock()
	return n
}

// Reader writes under a lock for readers.
func Reader(n int, work func(int) int) int {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	reading := mu.RLocker()
	sum := 0
	for i := range n {
		wg.Go(func() {
			reading.Lock()
			defer reading.Unlock()
			sum += work(i) // want closure-race "sum is written here"
		})
	}
	wg.Wait()
	return sum
}
