// Goroutines that time wakes again and again, in a select that also waits for something else.
// "bug": nothing that can still run knows what that is. "fixed": something does, or the wait
// is for another object in each round.
package main

import (
	"context"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

const workers = 5

var rounds, slept atomic.Int64

func after(done <-chan struct{}) {
	for {
		select {
		case <-time.After(time.Millisecond):
			rounds.Add(1)
		case <-done:
			return
		}
	}
}

func ticks(ctx context.Context) {
	ticker := time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			rounds.Add(1)
		case <-ctx.Done():
			return
		}
	}
}

func backsOff(stop <-chan struct{}) {
	timer := time.NewTimer(time.Millisecond)
	for pause := time.Millisecond; ; pause = min(2*pause, 4*time.Millisecond) {
		select {
		case <-timer.C:
			rounds.Add(1)
			timer.Reset(pause)
		case <-stop:
			return
		}
	}
}

// within gives each round a time limit of its own.
func within(answers <-chan int) {
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		select {
		case <-ctx.Done():
			rounds.Add(1)
			cancel()
		case <-answers:
			cancel()
			return
		}
	}
}

// below derives it from what may be canceled.
func below(parent context.Context) {
	for {
		ctx, cancel := context.WithTimeout(parent, time.Millisecond)
		select {
		case <-ctx.Done():
			rounds.Add(1)
			cancel()
		case <-parent.Done():
			cancel()
			return
		}
	}
}

type conn struct {
	closed atomic.Bool
	name   *string
}

// sleeps until it is asked to end.
func sleeps(c *conn) {
	for !c.closed.Load() {
		slept.Add(1)
		time.Sleep(10 * time.Millisecond)
	}
}

func startSleeper(c *conn) { go sleeps(c) }

func startBeats() { go beats() }

var stopped atomic.Bool

// beats has nothing of its own to look at.
func beats() {
	for !stopped.Load() {
		rounds.Add(1)
		time.Sleep(time.Millisecond)
	}
}

func once(done <-chan struct{}) {
	for {
		select {
		case <-time.After(time.Millisecond):
			rounds.Add(1)
		case <-done:
			return
		}
	}
}

// asks waits for an answer that never comes, of another channel in each round.
func asks() {
	for {
		answer := make(chan int)
		select {
		case <-time.After(time.Millisecond):
			rounds.Add(1)
		case <-answer:
			return
		}
	}
}

func start(keep func(func())) {
	for range workers {
		done, stop := make(chan struct{}), make(chan struct{})
		ctx, cancel := context.WithCancel(context.Background())
		go after(done)
		go ticks(ctx)
		go backsOff(stop)
		keep(func() { close(done); cancel(); close(stop) })
		answers := make(chan int)
		all, end := context.WithCancel(context.Background())
		go within(answers)
		go below(all)
		keep(func() { close(answers); end() })
		c := &conn{name: new(string)}
		startSleeper(c)
		keep(func() { c.closed.Store(true) })
	}
}

func main() {
	var mu sync.Mutex
	var ends []func()
	switch os.Args[1] {
	case "bug":
		start(func(func()) {})
		go once(make(chan struct{}))
	case "fixed":
		start(func(end func()) { mu.Lock(); ends = append(ends, end); mu.Unlock() })
		for range workers {
			go asks()
			startBeats()
		}
	}
	for i := range 80 {
		if os.Args[1] == "bug" && i == 20 {
			startSleeper(&conn{name: new(string)})
		} else if i == 20 {
			startBeats()
		}
		// Each goroutine comes round between two collections.
		for before, last := rounds.Load(), slept.Load(); rounds.Load() < before+20*workers || slept.Load() < last+2*workers; {
			time.Sleep(time.Millisecond)
		}
		runtime.GC()
	}
	for _, end := range ends {
		end()
	}
}
