// Package cond_locker takes one lock by two names: as the mutex, and as the lock of a condition or that of readers.
package cond_locker

import "sync"

func Made(work func() int) int {
	var mu sync.Mutex
	ready := sync.NewCond(&mu)
	n := 0
	go func() {
		ready.L.Lock()
		n += work()
		ready.L.Unlock()
		ready.Signal()
	}()
	mu.Lock()
	defer mu.Unlock()
	return n
}

func Literal(work func() int) int {
	var mu sync.Mutex
	ready := &sync.Cond{L: &mu}
	n := 0
	go func() {
		mu.Lock()
		n += work()
		mu.Unlock()
		ready.Signal()
	}()
	ready.L.Lock()
	defer ready.L.Unlock()
	return n
}

// Variable assigns the condition as a whole: which lock it has is not followed.
func Variable(work func() int) int {
	var mu sync.Mutex
	ready := sync.Cond{L: &mu}
	n := 0
	go func() {
		ready.L.Lock()
		n += work() // want withheld closure-race "n is written here"
		ready.L.Unlock()
		ready.Signal()
	}()
	mu.Lock()
	defer mu.Unlock()
	return n
}

type queue struct {
	mu    sync.Mutex
	ready *sync.Cond
}

func newQueue() *queue {
	q := &queue{}
	q.ready = sync.NewCond(&q.mu)
	return q
}

// Field reaches both by a struct.
func Field(work func() int) int {
	q := newQueue()
	n := 0
	go func() {
		q.ready.L.Lock()
		n += work() // want withheld closure-race "n is written here"
		q.ready.L.Unlock()
		q.ready.Signal()
	}()
	q.mu.Lock()
	defer q.mu.Unlock()
	return n
}

// Handed gets a condition that others made with one of the struct's locks.
func (q *queue) Handed(work func() int) int {
	n := 0
	go func() {
		q.ready.L.Lock()
		n += work()
		q.ready.L.Unlock()
		q.ready.Signal()
	}()
	q.mu.Lock()
	defer q.mu.Unlock()
	return n
}

func Readers(n int, work func() int) int {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	reading := mu.RLocker()
	latest, seen := 0, make(chan int, n)
	for range n {
		wg.Go(func() {
			reading.Lock()
			defer reading.Unlock()
			seen <- latest
		})
	}
	mu.Lock()
	latest = work()
	mu.Unlock()
	wg.Wait()
	return <-seen
}

// OfReaders makes a condition with the lock for readers.
func OfReaders(work func() int) int {
	var mu sync.RWMutex
	ready := sync.NewCond(mu.RLocker())
	n := 0
	go func() {
		mu.Lock()
		n += work()
		mu.Unlock()
		ready.Broadcast()
	}()
	ready.L.Lock()
	defer ready.L.Unlock()
	return n
}
