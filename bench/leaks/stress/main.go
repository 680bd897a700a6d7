// Stress plants leaks next to live goroutines that use the same kinds of objects,
// collects all the time, and checks that every live goroutine does all its work
// and that all leaks are gone in the end. Run it with HARRIER_LEAKS=reclaim:all.
//
//	stress SECONDS
package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

type holder struct {
	pad  [3]int
	mu   sync.Mutex
	rw   sync.RWMutex
	wg   sync.WaitGroup
	c, d chan *holder
	next *holder
}

func fresh() *holder {
	return &holder{c: make(chan *holder), d: make(chan *holder, rand.IntN(2)), next: &holder{}}
}

// plant leaks one or two goroutines and says how many.
func plant() int64 {
	h := fresh()
	switch rand.IntN(12) {
	case 0:
		go func() { h.c <- h }()
	case 1:
		go func() { <-h.d; runtime.KeepAlive(h) }()
	case 2:
		go func() {
			select {
			case <-h.c:
			case <-h.d:
			case h.next.c <- h:
			}
		}()
	case 3:
		go func() {
			select {
			case <-h.c:
			case h.c <- h:
			}
		}()
		go func() { defer fmt.Println("a deferred call ran"); <-h.next.c }()
		return 2
	case 4:
		h.mu.Lock()
		go h.mu.Lock()
		go h.mu.Lock()
		return 2
	case 5:
		h.rw.Lock()
		go h.rw.RLock()
		go h.rw.Lock()
		return 2
	case 6:
		h.wg.Add(1)
		go h.wg.Wait()
	case 7:
		cond := sync.NewCond(&h.mu)
		wait := func() { cond.L.Lock(); cond.Wait() }
		go wait()
		go wait()
		return 2
	case 8:
		go func() { select {} }()
	case 9:
		var m sync.Mutex
		m.Lock()
		go func() { m.Lock() }()
	case 10: // a chain: the second waits for what only the first, leaked too, holds
		go func() { <-h.c; close(h.d) }()
		go func() { <-h.d; <-h.d; <-h.next.c }()
		return 2
	default:
		for range 3 {
			defer func() {}()
		}
		go func() {
			for range 2 {
				defer close(make(chan int))
			}
			h.c <- h
		}()
	}
	return 1
}

// work does something with goroutines of its own that ends well.
func work() {
	h := fresh()
	n := 1 + rand.IntN(4)
	switch rand.IntN(5) {
	case 0:
		for range n {
			go func() { h.c <- h }()
		}
		for range n {
			if rand.IntN(3) == 0 {
				runtime.Gosched()
			}
			if got := <-h.c; got != h {
				panic("a wrong message")
			}
		}
	case 1:
		h.wg.Add(n)
		h.mu.Lock()
		for range n {
			go func() { h.mu.Lock(); h.pad[0]++; h.mu.Unlock(); h.wg.Done() }()
		}
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
		h.mu.Unlock()
		h.wg.Wait()
		if h.pad[0] != n {
			panic("a wrong count")
		}
	case 2:
		cond := sync.NewCond(&h.mu)
		ready := false
		for range n {
			h.wg.Go(func() {
				cond.L.Lock()
				for !ready {
					cond.Wait()
				}
				cond.L.Unlock()
			})
		}
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
		cond.L.Lock()
		ready = true
		cond.Broadcast()
		cond.L.Unlock()
		h.wg.Wait()
	case 3: // each goroutine is reached through the one before it only
		wait := h.c
		first := wait
		last := make(chan *holder, 1)
		for i := range n {
			next := make(chan *holder)
			if i == n-1 {
				next = last
			}
			from := wait
			go func() { next <- <-from }()
			wait = next
		}
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
		first <- h
		if got := <-last; got != h {
			panic("a wrong message at the end of a chain")
		}
	default:
		stop := make(chan bool)
		for range n {
			h.wg.Go(func() {
				for {
					select {
					case <-stop:
						return
					case <-h.c:
					case <-time.After(time.Millisecond):
					}
				}
			})
		}
		h.c <- h
		close(stop)
		h.wg.Wait()
	}
}

func metric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	if sample[0].Value.Kind() == metrics.KindBad {
		return 0
	}
	return sample[0].Value.Uint64()
}

func main() {
	seconds, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	end := time.Now().Add(time.Duration(seconds) * time.Second)
	var planted, worked atomic.Int64
	var done sync.WaitGroup
	before := runtime.NumGoroutine()
	for range 8 {
		done.Go(func() {
			for time.Now().Before(end) {
				work()
				worked.Add(1)
			}
		})
	}
	for range 2 {
		done.Go(func() {
			for time.Now().Before(end) {
				planted.Add(plant())
				if rand.IntN(20) == 0 {
					time.Sleep(100 * time.Microsecond)
				}
			}
		})
	}
	done.Go(func() {
		for time.Now().Before(end) {
			runtime.GC()
		}
	})
	done.Wait()
	for range 8 {
		time.Sleep(100 * time.Millisecond)
		runtime.GC()
	}
	time.Sleep(100 * time.Millisecond)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Printf("planted %d worked %d collections %d found %d reclaimed %d goroutines left %d heap %d KB\n",
		planted.Load(), worked.Load(), memory.NumGC, metric("/harrier/leaks/found:goroutines"),
		metric("/harrier/leaks/reclaimed:goroutines"), runtime.NumGoroutine()-before, memory.HeapAlloc>>10)
}
