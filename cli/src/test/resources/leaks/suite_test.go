package m

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"
)

var (
	fixed     = os.Getenv("FIXED") != ""
	reclaimed = os.Getenv("RECLAIMED") != ""
)

// release is what the fixed twin does at the end of each test.
func release(t *testing.T, f func()) {
	if fixed {
		t.Cleanup(f)
	}
}

func TestSend(t *testing.T) {
	for range 100 {
		ch := make(chan []byte)
		go func() {
			held := make([]byte, 64<<10)
			ch <- held
		}()
		release(t, func() { <-ch })
	}
}

func TestSelect(t *testing.T) {
	for range 50 {
		a, b := make(chan int), make(chan int)
		go func() {
			select {
			case <-a:
			case b <- 1:
			}
		}()
		release(t, func() { close(a) })
	}
}

func TestGroup(t *testing.T) {
	for range 20 {
		wg := new(sync.WaitGroup)
		wg.Add(1)
		go wg.Wait()
		release(t, wg.Done)
	}
}

func TestCond(t *testing.T) {
	for range 10 {
		c := sync.NewCond(new(sync.Mutex))
		go func() {
			c.L.Lock()
			c.Wait()
			c.L.Unlock()
		}()
		release(t, func() {
			time.Sleep(time.Millisecond)
			c.L.Lock()
			c.Signal()
			c.L.Unlock()
		})
	}
}

// What stays: a lock is held, a call is deferred, a finalizer would run.

func TestLock(t *testing.T) {
	mu := new(sync.Mutex)
	mu.Lock()
	go func() {
		mu.Lock()
		mu.Unlock()
	}()
	release(t, mu.Unlock)
}

func TestDeferred(t *testing.T) {
	ch := make(chan int)
	go func() {
		defer fmt.Sprint()
		<-ch
	}()
	release(t, func() { close(ch) })
}

type tracked struct{ words [100]int }

func TestFinalizer(t *testing.T) {
	ch := make(chan int)
	go func() {
		x := new(tracked)
		runtime.SetFinalizer(x, func(*tracked) { println("finalizer ran") })
		<-ch
		x.words[0] = 1
	}()
	release(t, func() { close(ch) })
}

// TestLast gives the collector time, and says what is left.
func TestLast(t *testing.T) {
	time.Sleep(2500 * time.Millisecond)
	runtime.GC()
	// On a busy machine it takes longer, at most a minute.
	for i := 0; i < 600 && reclaimed && runtime.NumGoroutine() > 13; i++ {
		time.Sleep(100 * time.Millisecond)
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("left %d goroutines, %d KB\n", runtime.NumGoroutine(), m.HeapAlloc>>10)
}
