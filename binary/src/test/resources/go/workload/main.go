// Command workload uses every kind of synchronization, a lot, and prints sums that depend on all of it
// being right. Its output is the same in every run.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	rounds, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	fmt.Println("pipeline", pipeline(rounds))
	fmt.Println("buffered", buffered(rounds))
	fmt.Println("selects", selects(rounds))
	fmt.Println("locks", locks(rounds))
	fmt.Println("readers", readers(rounds))
	fmt.Println("tries", tries(rounds))
	fmt.Println("conds", conds(rounds))
	fmt.Println("onces", onces())
	fmt.Println("contexts", contexts(rounds))
	fmt.Println("panics", panics())
	fmt.Println("timers", timers())
	fmt.Println("deep", deep(3000))
	if len(os.Args) > 2 {
		os.Exit(len(os.Args))
	}
}

func pipeline(n int) int {
	c := make(chan int)
	for stage := 0; stage < 4; stage++ {
		next := make(chan int)
		go func(in, out chan int) {
			defer close(out)
			for v := range in {
				out <- v + 1
			}
		}(c, next)
		if stage == 0 {
			go func(first chan int) {
				defer close(first)
				for i := 0; i < n; i++ {
					first <- i
				}
			}(c)
		}
		c = next
	}
	sum := 0
	for v := range c {
		sum += v
	}
	return sum
}

func buffered(n int) int {
	c := make(chan int, 3)
	var wg sync.WaitGroup
	var sum atomic.Int64
	for w := 0; w < 4; w++ {
		wg.Add(2)
		go func() {
			defer wg.Done()
			for i := 0; i < n; i++ {
				c <- i
			}
		}()
		go func() {
			defer wg.Done()
			for i := 0; i < n; i++ {
				sum.Add(int64(<-c))
			}
		}()
	}
	wg.Wait()
	return int(sum.Load())
}

func selects(n int) int {
	a, b, done := make(chan int), make(chan int, 2), make(chan bool)
	go func() {
		for i := 0; i < n; i++ {
			select {
			case a <- 1:
			case b <- 2:
			}
			select {
			case b <- 2:
			default:
			}
		}
		close(done)
	}()
	got := 0
	for {
		select {
		case <-a:
			got++
		case <-b:
			got++
		case <-done:
			if got < n {
				for range len(b) {
					<-b
					got++
				}
			}
			if got >= n {
				return n
			}
			return -1
		}
	}
}

type counter struct {
	sync.Mutex
	n int
}

func (c *counter) add() {
	c.Lock()
	defer c.Unlock()
	c.n++
}

func locks(n int) int {
	var c counter
	var wg sync.WaitGroup
	for w := 0; w < 8; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < n; i++ {
				c.add()
				if i%64 == 0 {
					runtime.Gosched()
				}
			}
		}()
	}
	wg.Wait()
	return c.n
}

func readers(n int) int {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	m := map[int]int{}
	for w := 0; w < 4; w++ {
		wg.Add(2)
		go func() {
			defer wg.Done()
			for i := 0; i < n; i++ {
				mu.Lock()
				m[i%16]++
				mu.Unlock()
			}
		}()
		go func() {
			defer wg.Done()
			for i := 0; i < n; i++ {
				mu.RLock()
				_ = m[i%16]
				mu.RUnlock()
			}
		}()
	}
	wg.Wait()
	sum := 0
	for _, v := range m {
		sum += v
	}
	return sum
}

func tries(n int) int {
	var mu sync.Mutex
	var rw sync.RWMutex
	var wg sync.WaitGroup
	sum := 0
	for w := 0; w < 4; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < n; {
				if mu.TryLock() {
					if rw.TryLock() {
						sum++
						i++
						rw.Unlock()
					}
					mu.Unlock()
				} else if rw.TryRLock() {
					rw.RUnlock()
				}
				// A goroutine that only yields writes more records than a ring has while the lock's holder does not run.
				time.Sleep(time.Microsecond)
			}
		}()
	}
	wg.Wait()
	return sum
}

func conds(n int) int {
	var mu sync.Mutex
	ready := sync.NewCond(&mu)
	turn, passes := 0, 0
	var wg sync.WaitGroup
	for me := 0; me < 2; me++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < n; i++ {
				mu.Lock()
				for turn != me {
					ready.Wait()
				}
				turn = 1 - me
				passes++
				if i%2 == 0 {
					ready.Signal()
				} else {
					ready.Broadcast()
				}
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return passes
}

func onces() int {
	var once sync.Once
	var wg sync.WaitGroup
	runs := 0
	for w := 0; w < 16; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			once.Do(func() { time.Sleep(time.Millisecond); runs++ })
		}()
	}
	wg.Wait()
	return runs
}

func contexts(n int) int {
	stopped := 0
	for i := 0; i < n/16+1; i++ {
		parent, cancel := context.WithCancel(context.Background())
		child, cancelChild := context.WithTimeout(parent, time.Hour)
		value := context.WithValue(child, counter{}, i)
		grandchild, cancelGrandchild := context.WithCancel(value)
		done := make(chan bool)
		go func() {
			<-grandchild.Done()
			done <- true
		}()
		cancel()
		if <-done {
			stopped++
		}
		cancelChild()
		cancelGrandchild()
	}
	return stopped
}

func panics() int {
	caught := 0
	try := func(f func()) {
		defer func() {
			if recover() != nil {
				caught++
			}
		}()
		f()
	}
	closed := make(chan int, 1)
	close(closed)
	try(func() { closed <- 1 })
	try(func() { close(closed) })
	try(func() { var c *counter; c.add() })
	try(func() { var m map[string]int; m["x"] = 1 })
	try(func() { var wg sync.WaitGroup; wg.Done() })
	try(func() { panic(errors.New("own")) })
	try(func() {
		var c counter
		c.Lock()
		defer c.Unlock()
		var p *counter
		p.n = 1
	})
	return caught
}

func timers() int {
	fired := 0
	for i := 0; i < 5; i++ {
		select {
		case <-time.After(time.Millisecond):
			fired++
		case <-time.After(time.Hour):
		}
	}
	tick := time.NewTicker(time.Millisecond)
	<-tick.C
	tick.Stop()
	done := make(chan bool)
	time.AfterFunc(time.Millisecond, func() { close(done) })
	<-done
	return fired
}

func deep(n int) int {
	if n == 0 {
		c := make(chan int, 1)
		c <- 0
		return <-c
	}
	var pad [64]byte
	pad[n%64] = 1
	return deep(n-1) + int(pad[n%64])
}
