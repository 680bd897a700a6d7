// Package shapes has the hard shapes of the literature on controlled schedules,
// written again, with up to a hundred goroutines: bench/shapes.sh measures in which
// execution each is found. All memory that is shared is atomic or under a lock, so
// that what is found is the order, not a data race.
package shapes

import (
	"sync"
	"sync/atomic"
	"testing"
)

// writers: each of n writers sets a and then b. The checker must look after the
// first a and before the first b.
func writers(n int) {
	var a, b atomic.Int64
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			a.Store(1)
			b.Store(1)
		})
	}
	wg.Go(func() {
		if a.Load() != b.Load() {
			panic("half written")
		}
	})
	wg.Wait()
}

func TestWriters5(*testing.T)   { writers(5) }
func TestWriters20(*testing.T)  { writers(20) }
func TestWriters100(*testing.T) { writers(100) }

// lastWriter: of n writers that write their number, the one that was started first
// must be the last, and the one that was started second the last but one.
func lastWriter(n int) {
	var last, before atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			mu.Lock()
			before.Store(last.Swap(int64(i)))
			mu.Unlock()
		})
	}
	wg.Wait()
	if last.Load() == 0 && before.Load() == 1 {
		panic("the first came last")
	}
}

func TestLastWriter5(*testing.T)  { lastWriter(5) }
func TestLastWriter10(*testing.T) { lastWriter(10) }

// twoStages: each of n goroutines writes the first stage under one lock and the
// second under another. One of n readers must look between the two.
func twoStages(n int) {
	var mu1, mu2 sync.Mutex
	first, second := 0, 0
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			mu1.Lock()
			first = 1
			mu1.Unlock()
			mu2.Lock()
			second = first + 1
			mu2.Unlock()
		})
	}
	for range n {
		wg.Go(func() {
			mu1.Lock()
			seen := first
			mu1.Unlock()
			if seen == 0 {
				return
			}
			mu2.Lock()
			defer mu2.Unlock()
			if second != seen+1 {
				panic("the second stage is behind")
			}
		})
	}
	wg.Wait()
}

func TestTwoStages2(*testing.T)   { twoStages(2) }
func TestTwoStages20(*testing.T)  { twoStages(20) }
func TestTwoStages100(*testing.T) { twoStages(100) }

// chain: four steps of two goroutines must come in turns, over two locks and a
// channel, while others make noise.
func chain(noise int) {
	var mu1, mu2 sync.Mutex
	state := 0
	tokens := make(chan int, 1)
	both := func(f func()) {
		mu1.Lock()
		mu2.Lock()
		f()
		mu2.Unlock()
		mu1.Unlock()
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		both(func() {
			if state == 1 {
				state = 2
			}
		})
		select {
		case <-tokens:
			both(func() {
				if state == 3 {
					panic("four steps in turns")
				}
			})
		default:
		}
	})
	wg.Go(func() {
		both(func() {
			if state == 0 {
				state = 1
			}
		})
		both(func() {
			if state == 2 {
				state = 3
			}
		})
		tokens <- 1
	})
	for range noise {
		wg.Go(func() {
			for range 3 {
				mu1.Lock()
				mu1.Unlock()
			}
		})
	}
	wg.Wait()
}

func TestChain0(*testing.T)  { chain(0) }
func TestChain10(*testing.T) { chain(10) }
func TestChain50(*testing.T) { chain(50) }

// lostWakeUp: two waiters look and then wait. Both must be late for the broadcast,
// for there is a token for one who is.
func lostWakeUp(noise int) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	var ready atomic.Bool
	wake := make(chan struct{}, 1)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if ready.Load() {
				return
			}
			mu.Lock()
			select {
			case <-wake:
			default:
				cond.Wait() // for ever, if the broadcast has been and the token is gone
			}
			mu.Unlock()
		})
	}
	wg.Go(func() {
		ready.Store(true)
		wake <- struct{}{} // for one who is late
		mu.Lock()
		cond.Broadcast()
		mu.Unlock()
	})
	for range noise {
		wg.Go(func() {
			mu.Lock()
			mu.Unlock()
			mu.Lock()
			mu.Unlock()
		})
	}
	wg.Wait()
}

func TestLostWakeUp0(*testing.T)  { lostWakeUp(0) }
func TestLostWakeUp10(*testing.T) { lostWakeUp(10) }
func TestLostWakeUp50(*testing.T) { lostWakeUp(50) }
