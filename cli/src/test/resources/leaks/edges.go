// Goroutines that the runtime knows by other ways than what they wait for, and
// what becomes of a goroutine's memory after it was reclaimed. Each line says
// what was left of which.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strings"
	"sync"
	"time"
	"weak"
)

const rounds = 20

// left is how many more goroutines there are after collections than before f.
func left(f func()) int {
	before := runtime.NumGoroutine()
	f()
	time.Sleep(50 * time.Millisecond)
	for range 4 {
		runtime.GC()
		time.Sleep(30 * time.Millisecond)
	}
	return runtime.NumGoroutine() - before
}

func leak() {
	go func() { <-make(chan int) }()
}

// locked to its thread
func locked() {
	go func() {
		runtime.LockOSThread()
		<-make(chan int)
	}()
}

// coroutine: what iter.Pull runs, and the goroutine that waits for it
func coroutine() {
	go func() {
		next, stop := iter.Pull(func(yield func(int) bool) { <-make(chan int) })
		defer stop()
		next()
	}()
}

type door struct{ open chan int }

// weakly gives a goroutine that can be woken by who has the weak pointer.
func weakly() weak.Pointer[door] {
	d := &door{make(chan int)}
	go func() {
		<-d.open
		runtime.KeepAlive(d)
	}()
	return weak.Make(d)
}

func stacks() string {
	all := make([]byte, 1<<20)
	return string(all[:runtime.Stack(all, true)])
}

func labels() string {
	var text bytes.Buffer
	pprof.Lookup("goroutine").WriteTo(&text, 1)
	return text.String()
}

// reused runs goroutines in what the reclaimed ones have left.
func reused() (done int) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range 10 * rounds {
		wg.Go(func() {
			defer func() {
				recover()
				mu.Lock()
				done++
				mu.Unlock()
			}()
			ch := make(chan int)
			go func() { ch <- 1 }()
			panic(<-ch)
		})
	}
	wg.Wait()
	return done
}

func main() {
	fmt.Println("locked", left(locked))
	fmt.Println("coroutine", left(coroutine))
	var hand weak.Pointer[door]
	fmt.Println("weak", left(func() { hand = weakly() }))
	fmt.Println("woken", left(func() { hand.Value().open <- 1 }))

	trace.Start(io.Discard)
	fmt.Println("traced", left(leak))
	trace.Stop()
	fmt.Println("then", left(func() {}))

	plain := stacks()
	fmt.Println("labeled", left(func() {
		pprof.Do(context.Background(), pprof.Labels("whose", "leaked"), func(context.Context) {
			for range rounds {
				leak()
			}
		})
		time.Sleep(20 * time.Millisecond)
		fmt.Println("before", strings.Count(stacks(), "main.leak.func1()"), strings.Contains(labels(), `"whose":"leaked"`))
	}))
	fmt.Println("after", strings.Count(stacks(), "main.leak.func1()")-strings.Count(plain, "main.leak.func1()"), strings.Contains(labels(), `"whose":"leaked"`))
	fmt.Println("reused", reused())
}
