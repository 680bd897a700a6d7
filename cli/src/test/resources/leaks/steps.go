// One leak for each step of HARRIER_LEAKS: nothing pending, a deferred call
// pending, and one that leads to an object with a cleanup.
package main

import (
	"fmt"
	"runtime"
	"time"
)

type file struct{ name string }

func clean() {
	go func() { <-make(chan int) }()
}

func deferred() {
	go func() {
		defer fmt.Println("a deferred call ran")
		<-make(chan int)
	}()
}

func cleanup() {
	go func() {
		f := &file{"x"}
		runtime.AddCleanup(f, func(string) { fmt.Println("a cleanup ran") }, "x")
		<-make(chan int)
		runtime.KeepAlive(f)
	}()
}

func main() {
	before := runtime.NumGoroutine()
	clean()
	deferred()
	cleanup()
	time.Sleep(100 * time.Millisecond)
	for range 4 {
		runtime.GC()
		time.Sleep(50 * time.Millisecond)
	}
	fmt.Println("left", runtime.NumGoroutine()-before)
}
