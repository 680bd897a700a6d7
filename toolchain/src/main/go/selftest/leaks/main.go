// Command leaks loses goroutines in the ways that the collector distinguishes;
// those that are behind "leaks" are found there, and no others.
package main

import (
	"runtime"
	"sync"
	"time"
)

func main() {
	lost()
	kept := make(chan int)
	var mu sync.Mutex
	mu.Lock()
	go func() { kept <- 1 }()
	go func() { mu.Lock() }()
	time.Sleep(10 * time.Millisecond)
	for range 3 {
		runtime.GC()
	}
	<-kept
	mu.Unlock()
}

//go:noinline
func lost() {
	send, receive := make(chan int), make(chan int)
	var mu sync.Mutex
	var group sync.WaitGroup
	mu.Lock()
	group.Add(1)
	go func() {
		send <- 1 // leaks
	}()
	go func() {
		<-receive // leaks
	}()
	go func() {
		select { // leaks
		case send <- 1:
		case <-receive:
		}
	}()
	go func() {
		mu.Lock() // leaks
	}()
	go func() {
		group.Wait() // leaks
	}()
	go func() {
		var c chan int
		<-c // leaks
	}()
}
