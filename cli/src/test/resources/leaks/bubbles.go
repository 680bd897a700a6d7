// Goroutines in bubbles of testing/synctest, while collections are forced and
// others leak outside. A bubble knows its goroutines: who blocks for ever there
// is reported by the package itself, and is never reclaimed.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const rounds = 20

// passed is how many tests reached their end.
var passed int

func collect() {
	for range 3 {
		runtime.GC()
	}
}

// handed: what waits in the bubble is kept only by the bubble until it is woken.
func handed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		var mu sync.Mutex
		cond := sync.NewCond(&mu)
		var done sync.WaitGroup
		for i := range rounds {
			done.Go(func() { c <- i })
			done.Go(func() {
				mu.Lock()
				defer mu.Unlock()
				cond.Wait()
			})
		}
		collect()
		time.Sleep(time.Hour)
		synctest.Wait()
		collect()
		sum := 0
		for range rounds {
			sum += <-c
		}
		cond.Broadcast()
		done.Wait()
		if want := rounds * (rounds - 1) / 2; sum != want {
			t.Errorf("got %d of %d", sum, want)
		}
	})
	passed++
}

// timed: nothing but the bubble's clock leads to who has the channel.
func timed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		woken := make(chan bool, 1)
		func() {
			c := make(chan int)
			time.AfterFunc(time.Hour, func() { c <- 1 })
			go func() { woken <- <-c == 1 }()
		}()
		collect()
		if !<-woken {
			t.Error("woken by another")
		}
	})
	passed++
}

// leaked: the package says that goroutines are left, as it does in a plain binary.
func leaked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		go func() { <-make(chan int) }()
		synctest.Wait()
		collect()
	})
}

func main() {
	var tests []testing.InternalTest
	if os.Getenv("LEAKED") != "" {
		tests = []testing.InternalTest{{Name: "leaked", F: leaked}}
	} else {
		for range rounds {
			tests = append(tests, testing.InternalTest{Name: "handed", F: handed}, testing.InternalTest{Name: "timed", F: timed})
		}
	}
	before := runtime.NumGoroutine()
	for range rounds {
		go func() { make(chan int) <- 1 }()
	}
	time.Sleep(50 * time.Millisecond)
	tests = append(tests, testing.InternalTest{Name: "left", F: func(t *testing.T) {
		left := func() int { return runtime.NumGoroutine() - before - 1 } // its own is one more
		for deadline := time.Now().Add(10 * time.Second); left()%rounds != 0 && time.Now().Before(deadline); {
			collect() // one may just end
		}
		fmt.Println("passed", passed, "left", left())
	}})
	testing.Main(func(string, string) (bool, error) { return true, nil }, tests, nil, nil)
}
