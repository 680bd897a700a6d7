// Stress makes life hard for hooks: ten thousand goroutines on locks, channels, selects, conds and contexts, while the
// collector never rests, stacks grow and shrink, panics are recovered, C threads call in and a profiler interrupts.
// Everything that it does is counted, and the counts must agree at the end: status 1 and a line for each that does not.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"sync"
	"sync/atomic"
	"time"
)

func closed(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// tally counts what was promised and what was done.
type tally struct{ promised, done atomic.Int64 }

// locks: guarded by the mutex, readers look at what writers write.
func locks(stop <-chan struct{}, t *tally, all *sync.WaitGroup, n int) {
	var mu sync.Mutex
	var rw sync.RWMutex
	count := int64(0)
	for i := 0; i < n; i++ {
		all.Add(1)
		go func(i int) {
			defer all.Done()
			for k := 0; !closed(stop); k++ {
				switch k % 5 {
				case 0, 1:
					mu.Lock()
					count++
					mu.Unlock()
					t.promised.Add(1)
				case 2:
					rw.RLock()
					runtime.Gosched()
					rw.RUnlock()
				case 3:
					if i%10 == 0 {
						rw.Lock()
						rw.Unlock()
					}
				case 4:
					if mu.TryLock() {
						count++
						mu.Unlock()
						t.promised.Add(1)
					}
				}
				nap(k)
			}
			mu.Lock()
			t.done.Store(count)
			mu.Unlock()
		}(i)
	}
}

// nap keeps ten thousand goroutines from starving one another.
func nap(k int) {
	if k%16 == 0 {
		time.Sleep(time.Millisecond)
	}
}

// pipes: values pass through an unbuffered channel, a select and a buffered channel.
func pipes(stop <-chan struct{}, t *tally, all *sync.WaitGroup, n int) {
	for i := 0; i < n; i++ {
		first, second, extra := make(chan int), make(chan int, 3), make(chan int, 1)
		all.Add(3)
		go func() {
			defer all.Done()
			defer close(first)
			for k := 0; !closed(stop); k++ {
				first <- k
				t.promised.Add(1)
				nap(k)
			}
		}()
		go func() {
			defer all.Done()
			defer close(second)
			for v := range first {
				select {
				case second <- v:
				case extra <- v:
					second <- <-extra
				}
			}
		}()
		go func() {
			defer all.Done()
			for range second {
				t.done.Add(1)
			}
		}()
	}
}

// conds: a queue with a cond, drained by several.
func conds(stop <-chan struct{}, t *tally, all *sync.WaitGroup, n int) {
	for i := 0; i < n; i++ {
		var mu sync.Mutex
		cond := sync.NewCond(&mu)
		queued, over := 0, false
		all.Add(3)
		for c := 0; c < 2; c++ {
			go func() {
				defer all.Done()
				mu.Lock()
				defer mu.Unlock()
				for {
					for queued == 0 && !over {
						cond.Wait()
					}
					if queued == 0 {
						return
					}
					queued--
					t.done.Add(1)
				}
			}()
		}
		go func() {
			defer all.Done()
			for k := 0; !closed(stop); k++ {
				mu.Lock()
				queued++
				mu.Unlock()
				cond.Signal()
				t.promised.Add(1)
				nap(k)
			}
			mu.Lock()
			over = true
			mu.Unlock()
			cond.Broadcast()
		}()
	}
}

// deep grows the stack with a lock held on each level of it, and panics at the bottom.
func deep(mu []sync.Mutex, depth int) int {
	var pad [64]byte
	pad[depth%64] = 1
	if depth == 0 {
		var none *int
		return *none
	}
	mu[depth%len(mu)].Lock()
	defer mu[depth%len(mu)].Unlock()
	return deep(mu, depth-1) + int(pad[depth%64])
}

// panics: recovered ones, of the runtime and of channels, with locks held.
func panics(stop <-chan struct{}, t *tally, all *sync.WaitGroup, n int) {
	for i := 0; i < n; i++ {
		all.Add(1)
		go func(i int) {
			defer all.Done()
			mu := make([]sync.Mutex, 64)
			for k := 0; !closed(stop); k++ {
				t.promised.Add(1)
				func() {
					defer func() {
						if recover() != nil {
							t.done.Add(1)
						}
					}()
					switch k % 4 {
					case 0:
						deep(mu, 60)
					case 1:
						var none *sync.Mutex
						none.Lock()
					case 2:
						c := make(chan int)
						close(c)
						c <- 1
					case 3:
						var wg sync.WaitGroup
						wg.Done()
					}
				}()
				time.Sleep(time.Millisecond)
			}
		}(i)
	}
}

// recursions need a large stack, again and again, in goroutines that end.
func recursions(stop <-chan struct{}, t *tally, all *sync.WaitGroup, n int) {
	var recurse func(c chan int, depth int) int
	recurse = func(c chan int, depth int) int {
		var pad [256]byte
		pad[depth%256] = 1
		if depth == 0 {
			c <- 1
			return <-c
		}
		return recurse(c, depth-1) + int(pad[depth%256]) - 1
	}
	for i := 0; i < n; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for !closed(stop) {
				t.promised.Add(1)
				result := make(chan int)
				go func() { result <- recurse(make(chan int, 1), 2000) }()
				t.done.Add(int64(<-result))
			}
		}()
	}
}

// contexts: trees of them, cancelled from the root, waited for at the leaves.
func contexts(stop <-chan struct{}, t *tally, all *sync.WaitGroup, n int) {
	for i := 0; i < n; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for !closed(stop) {
				root, cancel := context.WithCancel(context.Background())
				var leaves sync.WaitGroup
				for k := 0; k < 4; k++ {
					t.promised.Add(1)
					leaves.Add(1)
					go func(k int) {
						defer leaves.Done()
						leaf, stopLeaf := context.WithTimeout(root, time.Duration(k)*time.Millisecond)
						defer stopLeaf()
						<-leaf.Done()
						t.done.Add(1)
					}(k)
				}
				time.Sleep(time.Millisecond)
				cancel()
				leaves.Wait()
			}
		}()
	}
}

func main() {
	seconds := flag.Int("seconds", 60, "how long")
	flag.Parse()
	debug.SetGCPercent(1)
	// The profiler then says that it keeps this rate instead of its own.
	runtime.SetCPUProfileRate(500)
	var profile bytes.Buffer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	stop := make(chan struct{})
	var all sync.WaitGroup
	parts := []struct {
		name string
		run  func(<-chan struct{}, *tally, *sync.WaitGroup, int)
		n    int
	}{
		{"locks", locks, 4000},
		{"pipes", pipes, 1000},
		{"conds", conds, 800},
		{"panics", panics, 400},
		{"recursions", recursions, 8},
		{"contexts", contexts, 100},
	}
	tallies := make([]tally, len(parts))
	for i, part := range parts {
		part.run(stop, &tallies[i], &all, part.n)
	}
	all.Add(1)
	go func() {
		defer all.Done()
		threads(stop)
	}()
	time.Sleep(time.Duration(*seconds) * time.Second)
	most := runtime.NumGoroutine()
	close(stop)
	all.Wait()
	pprof.StopCPUProfile()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	status := 0
	fmt.Printf("%s: %d goroutines, %d collections, %d bytes of profile, %d calls from C", runtime.Version(), most,
		stats.NumGC, profile.Len(), calls)
	for i, part := range parts {
		promised, done := tallies[i].promised.Load(), tallies[i].done.Load()
		fmt.Printf(", %d %s", done, part.name)
		if promised != done {
			fmt.Printf(" OF %d", promised)
			status = 1
		}
	}
	fmt.Println()
	os.Exit(status)
}
