// Writes profiles of seven leaked goroutines and one that waits for a lock.
package main

import (
	"os"
	"runtime/pprof"
	"sync"
	"time"
)

func main() {
	for range 7 {
		go func() { make(chan int) <- 1 }()
	}
	var m sync.Mutex
	m.Lock()
	go m.Lock()
	time.Sleep(200 * time.Millisecond)
	for _, name := range []string{"goroutineleak", "goroutine", "heap"} {
		file, err := os.Create(os.Args[1] + "/" + name + ".pb.gz")
		if err != nil {
			panic(err)
		}
		if err := pprof.Lookup(name).WriteTo(file, 0); err != nil {
			panic(err)
		}
		file.Close()
	}
	m.Unlock()
}
