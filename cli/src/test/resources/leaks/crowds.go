// Leaks one crowd of goroutines after the other, while others work on what they
// share: the race detector knows who ran, and uses what it knew of them again.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

const (
	crowds = 8
	crowd  = 500
)

type account struct {
	sync.Mutex
	total int
}

func main() {
	before := runtime.NumGoroutine()
	var shared account
	for range crowds {
		var done sync.WaitGroup
		for i := range crowd {
			c := make(chan int)
			go func() {
				shared.Lock()
				shared.total++
				shared.Unlock()
				c <- i
			}()
			if i%10 == 0 {
				done.Go(func() {
					shared.Lock()
					defer shared.Unlock()
					shared.total--
				})
			}
		}
		done.Wait()
		time.Sleep(100 * time.Millisecond)
		for range 3 {
			runtime.GC()
			time.Sleep(30 * time.Millisecond)
		}
	}
	shared.Lock()
	defer shared.Unlock()
	fmt.Println("total", shared.total, "left", runtime.NumGoroutine()-before)
}
