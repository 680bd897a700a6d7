// Leaks N goroutines in each of the ways that a goroutine can be blocked for
// ever, next to live ones that wait for the same kinds of objects. With the
// argument "fixed" the ones that leak are let go.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"
)

var kept []any

// keep makes an object reachable, if the program is to be the fixed one.
func keep(object any) {
	if os.Args[1] == "fixed" {
		kept = append(kept, object)
	}
}

func kinds() {
	send, receive, buffered := make(chan int), make(chan *int), make(chan string, 1)
	keep(send)
	keep(receive)
	keep(buffered)
	go func() { send <- 1 }()
	go func() { <-receive }()
	go func() { buffered <- "first"; buffered <- "second" }()
	go func() {
		select {
		case <-receive:
		case send <- 2:
		}
	}()
	mutex, rw, group := new(sync.Mutex), new(sync.RWMutex), new(sync.WaitGroup)
	keep(mutex)
	keep(rw)
	keep(group)
	mutex.Lock()
	rw.Lock()
	group.Add(1)
	go mutex.Lock()
	go func() { mutex.Lock(); runtime.KeepAlive(mutex) }()
	go func() { rw.RLock(); runtime.KeepAlive(rw) }()
	go func() { group.Wait(); runtime.KeepAlive(group) }()
	cond := sync.NewCond(new(sync.Mutex))
	keep(cond)
	go func() { cond.L.Lock(); cond.Wait(); cond.L.Unlock() }()
	deferred := make(chan int)
	keep(deferred)
	go func() {
		for range 2 { // records of these defers are in the heap
			defer close(make(chan int))
		}
		<-deferred
	}()
	// In the twin these two are not there: nothing can let them go.
	if os.Args[1] != "fixed" {
		go func() { select {} }()
		go func() { var none chan int; <-none }()
	}
}

func main() {
	before := runtime.NumGoroutine()
	live := make(chan int)
	var done sync.WaitGroup
	for range 50 {
		done.Go(func() { <-live })
	}
	for range 20 {
		kinds()
	}
	time.Sleep(200 * time.Millisecond)
	for range 4 {
		runtime.GC()
		time.Sleep(50 * time.Millisecond)
	}
	close(live)
	done.Wait()
	time.Sleep(50 * time.Millisecond)
	fmt.Println("left", runtime.NumGoroutine()-before)
	runtime.KeepAlive(kept)
}
