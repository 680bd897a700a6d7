package poller

import (
	"context"
	"testing"
	"time"
)

const every = time.Hour

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go after(ctx, time.Millisecond)
}

// A goroutine that sleeps will end it.
func TestEndsLater(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	go after(ctx, every)
	go func() {
		time.Sleep(every)
		cancel()
	}()
}

func TestHasATimeout(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), every)
	time.AfterFunc(2*every, cancel)
	go after(ctx, every)
}

func TestGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	go try(ctx, every, 3)
	_ = cancel
}

// Other code may yet set what a global variable says.
func TestGlobals(t *testing.T) {
	go untilStopped(make(chan struct{}), every)
	go whileRunning(make(chan struct{}), every)
}

func TestClosesItself(t *testing.T) {
	rounds := 0
	go asking(make(chan struct{}), every, func(done chan struct{}) {
		if rounds++; rounds == 100 {
			close(done)
		}
	})
}

func TestUntil(t *testing.T) {
	go until(make(chan struct{}), every, time.Now().Add(10*every))
}

// Another goroutine that only waits for a timer ends the first.
func TestClosedInTime(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go closing(done, make(chan struct{}), every)
	go func() {
		<-done
		cancel()
	}()
	go after(ctx, every)
}

func TestWithin(t *testing.T) {
	answers := make(chan int)
	go within(answers, every)
	close(answers)
}

func TestBelow(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	defer cancel()
	go below(parent, time.Millisecond)
}

// A goroutine that sleeps will cancel what the rounds are derived from.
func TestBelowEndsLater(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	go below(parent, every)
	go func() {
		time.Sleep(every)
		cancel()
	}()
}

// The end of another time limit cancels it.
func TestBelowAfterLimit(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	go below(parent, every)
	limit, _ := context.WithTimeout(context.Background(), 2*every)
	context.AfterFunc(limit, cancel)
}

func TestBelowAfterWait(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	go below(parent, every)
	limit, _ := context.WithTimeout(context.Background(), 2*every)
	go func() {
		<-limit.Done()
		cancel()
	}()
}

// Time ends them, long after the test.
func TestLimited(t *testing.T) {
	go limited(make(chan struct{}), every, time.Hour)
	go both(make(chan struct{}), every, time.Hour)
}
