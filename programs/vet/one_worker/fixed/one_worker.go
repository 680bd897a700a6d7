// Package one_worker lets one goroutine at a time use what a pool of one has: that is an order, for all that its code
// shows.
package one_worker

import "sync"

type connection struct{ id int }

type settings struct {
	name string
	size int
}

type pool struct{ free chan *connection }

func newPool(size int) *pool {
	p := &pool{free: make(chan *connection, size)}
	for i := range size {
		p.free <- &connection{i}
	}
	return p
}

func open(with *settings) (*pool, error) { return newPool(with.size), nil }

func (p *pool) acquire() *connection { return <-p.free }

func (p *pool) release(c *connection) { p.free <- c }

func Last(n int) int {
	p := newPool(1)
	last := 0
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c := p.acquire()
			last = c.id // want withheld closure-race "last is written here"
			p.release(c)
		}()
	}
	wg.Wait()
	return last
}

// Opened has the number in a struct.
func Opened(n int) (last int, err error) {
	p, err := open(&settings{name: "one", size: 1})
	if err != nil {
		return 0, err
	}
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c := p.acquire()
			last = c.id // want withheld closure-race "last is written here"
			p.release(c)
		}()
	}
	wg.Wait()
	return last, nil
}
