// Package bug waits with a lock held that its partner also takes.
package bug

import (
	"sync"
	"sync/atomic"
)

type feed struct {
	mu      sync.Mutex
	seen    int
	updates chan int
	done    chan bool
}

func start() *feed {
	f := &feed{updates: make(chan int, 8), done: make(chan bool)}
	go f.run()
	return f
}

func (f *feed) run() {
	defer close(f.done)
	for range f.updates {
		f.count()
	}
}

func (f *feed) count() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen++
}

// stop waits with the lock held for run, which may be about to count.
func (f *feed) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.updates)
	<-f.done // want channel-lock-deadlock "a receive while holding the lock taken at feed.go:37; .* at feed.go:30"
}

type pool struct {
	mu   sync.Mutex
	jobs int
	wg   sync.WaitGroup
}

func (p *pool) spawn() {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.jobs++
	}()
}

// close waits with the lock held for workers that may want it.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wg.Wait() // want channel-lock-deadlock "a wait while holding the lock"
}

type sink struct {
	mu    sync.Mutex
	total int
	in    chan int
}

// put hands over with the lock held; drain counts under the same lock before it receives.
func (s *sink) put(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.in <- n // want channel-lock-deadlock "a send while holding the lock"
}

func (s *sink) drain() {
	s.mu.Lock()
	s.total++
	s.mu.Unlock()
	<-s.in
}

type stream struct {
	mu    sync.Mutex
	sent  int
	ended atomic.Bool
	done  chan bool
}

func (s *stream) count() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
}

// end is for the first who comes; the others wait for it, which may not have counted yet.
func (s *stream) end() {
	if s.ended.Swap(true) {
		<-s.done // want channel-lock-deadlock "a receive while holding the lock"
		return
	}
	s.count()
	close(s.done)
}

func (s *stream) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.end()
}
