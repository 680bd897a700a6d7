// Go code that C called blocks for ever, on threads of C's and on Go's: C waits
// for it to return, so it stays. Goroutines next to it are reclaimed, and C continues
// calling.
package main

/*
#include <pthread.h>

extern void called(int kind);

static void *thread(void *kind) {
	called((int)(long)kind);
	return 0;
}

static inline int start(int kind) {
	pthread_t t;
	return pthread_create(&t, 0, thread, (void *)(long)kind) || pthread_detach(t);
}

static inline void back(int kind) { called(kind); }
*/
import "C"

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
)

const (
	forever = iota
	until
	rounds = 20
)

var (
	entered, returned atomic.Int32
	release           = make(chan int)
)

//export called
func called(kind C.int) {
	entered.Add(1)
	if kind == forever {
		<-make(chan int)
	} else {
		<-release
	}
	returned.Add(1)
}

func start(kind C.int) {
	want := entered.Load() + 2*rounds
	for range rounds {
		if C.start(kind) != 0 {
			panic("no thread")
		}
		go C.back(kind)
	}
	for entered.Load() < want {
		time.Sleep(time.Millisecond)
	}
}

func collect() {
	time.Sleep(50 * time.Millisecond)
	for range 4 {
		runtime.GC()
		time.Sleep(30 * time.Millisecond)
	}
}

func main() {
	before := runtime.NumGoroutine()
	start(forever)
	collect()
	fmt.Println("stay", runtime.NumGoroutine()-before)
	for range 5 * rounds {
		go func() { make(chan int) <- 1 }()
	}
	start(until)
	collect()
	fmt.Println("left", runtime.NumGoroutine()-before)
	close(release)
	for returned.Load() < 2*rounds {
		time.Sleep(time.Millisecond)
	}
	// What was reclaimed is used again by calls.
	start(until)
	collect()
	fmt.Println("entered", entered.Load(), "returned", returned.Load())
}
