// Asks for profiles of leaked goroutines, collections and stacks at once. How
// many goroutines are leaked never changes (golang/go issue 79452).
package main

import (
	"bytes"
	"fmt"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

const leaked = 60

var total = regexp.MustCompile(`goroutineleak profile: total (\d+)`)

func count() int {
	var text bytes.Buffer
	if err := pprof.Lookup("goroutineleak").WriteTo(&text, 1); err != nil {
		panic(err)
	}
	n, _ := strconv.Atoi(string(total.FindSubmatch(text.Bytes())[1]))
	return n
}

func main() {
	for range leaked / 2 {
		go func() { make(chan int) <- 1 }()
		go func() { m := new(sync.Mutex); m.Lock(); m.Lock() }()
	}
	time.Sleep(100 * time.Millisecond)
	var wrong atomic.Int64
	deadline := time.Now().Add(3 * time.Second)
	var done sync.WaitGroup
	for i := range 8 {
		done.Go(func() {
			for time.Now().Before(deadline) {
				switch i % 4 {
				case 0, 1:
					if count() != leaked {
						wrong.Add(1)
					}
				case 2:
					runtime.GC()
				default:
					pprof.Lookup("goroutine").WriteTo(&bytes.Buffer{}, 0)
					runtime.Stack(make([]byte, 1<<16), true)
				}
			}
		})
	}
	done.Wait()
	fmt.Println("wrong", wrong.Load())
}
