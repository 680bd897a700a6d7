// Package one_worker lets several goroutines at once use what a pool of two has.
package one_worker

import "sync"

type connection struct{ id int }

type pool struct{ free chan *connection }

func newPool(size int) *pool {
	p := &pool{free: make(chan *connection, size)}
	for i := range size {
		p.free <- &connection{i}
	}
	return p
}

func (p *pool) acquire() *connection { return <-p.free }

func (p *pool) release(c *connection) { p.free <- c }

func Last(n int) int {
	p := newPool(2)
	last := 0
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c := p.acquire()
			last = c.id // want possible closure-race "last is written here"
			p.release(c)
		}()
	}
	wg.Wait()
	return last
}

// Before writes before it is its turn.
func Before(n int) int {
	p := newPool(1)
	last := 0
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			last = i // want closure-race "last is written here"
			p.release(p.acquire())
		}()
	}
	wg.Wait()
	return last
}
