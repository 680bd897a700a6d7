// Package micro measures what the hooks cost, operation by operation:
// run it with go test and with harrier test, and divide.
package micro

import (
	"context"
	"expvar"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"
)

func BenchmarkContextErr(b *testing.B) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for i := 0; i < b.N; i++ {
		if ctx.Err() != nil {
			b.Fatal()
		}
	}
}

func BenchmarkTryLockHeld(b *testing.B) {
	var m sync.Mutex
	m.Lock()
	for i := 0; i < b.N; i++ {
		m.TryLock()
	}
}

func BenchmarkTryRLockHeld(b *testing.B) {
	var m sync.RWMutex
	m.Lock()
	for i := 0; i < b.N; i++ {
		m.TryRLock()
	}
}

func BenchmarkExpvarAdd(b *testing.B) {
	var x expvar.Int
	for i := 0; i < b.N; i++ {
		x.Add(1)
	}
}

func BenchmarkLevel(b *testing.B) {
	var l slog.LevelVar
	for i := 0; i < b.N; i++ {
		l.Level()
	}
}

func BenchmarkGetenv(b *testing.B) {
	for i := 0; i < b.N; i++ {
		os.Getenv("HOME")
	}
}

func BenchmarkOpen(b *testing.B) {
	for i := 0; i < b.N; i++ {
		f, err := os.Open("go.mod")
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}

func BenchmarkPingPong(b *testing.B) {
	a, c := make(chan int), make(chan int)
	go func() {
		for v := range a {
			c <- v
		}
		close(c)
	}()
	for i := 0; i < b.N; i++ {
		a <- i
		<-c
	}
	close(a)
}

func BenchmarkBuffered(b *testing.B) {
	c := make(chan int, 128)
	for i := 0; i < b.N; i++ {
		c <- i
		<-c
	}
}

func BenchmarkMutex(b *testing.B) {
	var m sync.Mutex
	x := 0
	for i := 0; i < b.N; i++ {
		m.Lock()
		x++
		m.Unlock()
	}
}

// Two locks in turn: what repeats with only one is counted, not written.
func BenchmarkTwoMutexes(b *testing.B) {
	var m, n sync.Mutex
	x := 0
	for i := 0; i < b.N; i += 2 {
		m.Lock()
		x++
		m.Unlock()
		n.Lock()
		x++
		n.Unlock()
	}
}

func BenchmarkRWMutexRead(b *testing.B) {
	var m sync.RWMutex
	x := 0
	for i := 0; i < b.N; i++ {
		m.RLock()
		x++
		m.RUnlock()
	}
}

func BenchmarkSelect(b *testing.B) {
	c, d := make(chan int, 1), make(chan int, 1)
	for i := 0; i < b.N; i++ {
		select {
		case c <- i:
		case d <- i:
		}
		select {
		case <-c:
		case <-d:
		}
	}
}

func BenchmarkGoWait(b *testing.B) {
	var wg sync.WaitGroup
	for i := 0; i < b.N; i++ {
		wg.Add(1)
		go func() { wg.Done() }()
		wg.Wait()
	}
}

func BenchmarkSelectDefault(b *testing.B) {
	c := make(chan int)
	n := 0
	for i := 0; i < b.N; i++ {
		select {
		case <-c:
		default:
			n++
		}
	}
}

func BenchmarkTimerStop(b *testing.B) {
	t := time.AfterFunc(time.Hour, func() {})
	for i := 0; i < b.N; i++ {
		t.Stop()
	}
}

func BenchmarkTimerReset(b *testing.B) {
	t := time.AfterFunc(time.Hour, func() {})
	for i := 0; i < b.N; i++ {
		t.Reset(time.Hour)
	}
}
