// Chain makes a daisy chain of N goroutines, each of which is reached only
// through the one before it, and asks for the profile of leaked goroutines.
// None is leaked. It prints N and the milliseconds that each profile took.
package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"time"
)

func link(wait, next chan int) {
	v := <-wait
	next <- v
	runtime.KeepAlive(next)
}

func main() {
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	first := make(chan int)
	wait := first
	for range n {
		next := make(chan int, 1)
		go link(wait, next)
		wait = next
	}
	last := wait
	wait = nil
	for runtime.NumGoroutine() <= n {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond)
	hidden := make(chan chan int)
	go func() { <-first; hidden <- last }()
	last = nil
	runtime.GC()
	fmt.Print(n)
	profile := pprof.Lookup("goroutineleak")
	for range 3 {
		start := time.Now()
		if err := profile.WriteTo(io.Discard, 0); err != nil {
			panic(err)
		}
		fmt.Printf("\t%.1f", float64(time.Since(start).Microseconds())/1000)
	}
	fmt.Printf("\tleaked %d\n", profile.Count())
	runtime.KeepAlive(first)
}
