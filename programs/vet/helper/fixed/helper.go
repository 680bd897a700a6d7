// Package helper starts goroutines in helpers and waits for them.
package helper

import (
	"errors"
	"sort"
	"sync"
)

type pool struct {
	wg sync.WaitGroup
}

func (p *pool) run(f func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

func (p *pool) wait() { p.wg.Wait() }

func Waited(f func() int) int {
	p := &pool{}
	x := 0
	p.run(func() {
		x = f()
	})
	p.wait()
	return x
}

func Sorted(values []int) int {
	calls := 0
	sort.Slice(values, func(i, j int) bool {
		calls++
		return values[i] < values[j]
	})
	return calls
}

func DoneLast(f func() error) error {
	var wg sync.WaitGroup
	var err error
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() {
			if err == nil {
				err = f()
			}
		}()
		err = f()
	}()
	wg.Wait()
	return err
}

func Closer(n int, f func(int) int) (int, error) {
	var wg sync.WaitGroup
	results := make(chan int)
	var err error
	wg.Add(1)
	go func() {
		defer wg.Done()
		err = nil
		results <- f(n)
	}()
	go func() {
		wg.Wait()
		close(results)
	}()
	sum := 0
	for r := range results {
		sum += r
	}
	return sum, err
}

type server struct {
	mu    sync.Mutex
	count int
}

// start is called with s.mu held.
func (s *server) start(run func()) {
	s.count = 1
	go func() {
		run()
		s.mu.Lock()
		defer s.mu.Unlock()
		s.count = 2
	}()
	s.count = 3
}

func (s *server) result(f func() int) (n int) {
	n = 1
	go func() { println(n) }()
	return n
}

type queue struct {
	items   chan int
	drained chan struct{}
}

func newQueue(size int, handle func(int)) (*queue, error) {
	if size < 0 {
		return nil, errors.New("negative size")
	}
	q := &queue{items: make(chan int, size), drained: make(chan struct{})}
	go func() {
		defer close(q.drained)
		for i := range q.items {
			handle(i)
		}
	}()
	return q, nil
}

func (q *queue) drain() {
	close(q.items)
	<-q.drained
}

func Queued(values []int) (int, error) {
	sum := 0
	q, err := newQueue(4, func(i int) { sum += i })
	if err != nil {
		return 0, err
	}
	for _, v := range values {
		q.items <- v
	}
	q.drain()
	return sum, nil
}
