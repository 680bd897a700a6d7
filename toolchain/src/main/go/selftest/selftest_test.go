// Package selftest does one of each thing that the hooks record, for harrier
// doctor: dev.harrier.tracing.validate.SelfTestEvents says what its trace has.
package selftest

import (
	"context"
	"sync"
	"testing"
	"time"
)

func TestEverything(t *testing.T) {
	channels()
	locks()
	waits()
	timers()
	recovered()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	<-ctx.Done()
}

func channels() {
	c, d := make(chan int, 1), make(chan int)
	c <- 1
	<-c
	select {
	case <-c:
	default:
	}
	select {
	case <-c:
	case <-d:
	default:
	}
	go func() { d <- 1 }()
	<-d
	close(c)
}

func locks() {
	var mu sync.Mutex
	mu.Lock()
	mu.Unlock()
	var rw sync.RWMutex
	rw.RLock()
	rw.RUnlock()
	var once sync.Once
	once.Do(func() {})
}

func waits() {
	var group sync.WaitGroup
	group.Add(1)
	go group.Done()
	group.Wait()
	c := sync.NewCond(new(sync.Mutex))
	c.Signal()
	c.Broadcast()
}

func timers() {
	done := make(chan bool)
	time.AfterFunc(time.Millisecond, func() { close(done) })
	<-done
}

func recovered() {
	defer func() { recover() }()
	var c chan int
	close(c)
}
