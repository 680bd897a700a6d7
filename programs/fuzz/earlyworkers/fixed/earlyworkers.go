// Package fixed has a pool whose units of work can be cancelled.
package fixed

import "sync/atomic"

// Unit is a piece of work.
type Unit struct {
	work  func()
	done  chan struct{}
	ended atomic.Bool
}

// Wait returns when the unit was run or cancelled.
func (u *Unit) Wait() { <-u.done }

// Cancel ends the unit unless it has been run: whichever is first.
func (u *Unit) Cancel() {
	if u.ended.CompareAndSwap(false, true) {
		close(u.done)
	}
}

// Pool has workers.
type Pool struct {
	units chan *Unit
	stop  chan struct{}
}

// NewPool starts so many workers.
func NewPool(workers int) *Pool {
	p := &Pool{make(chan *Unit), make(chan struct{})}
	for range workers {
		go p.run()
	}
	return p
}

func (p *Pool) run() {
	for {
		select {
		case u := <-p.units:
			u.work()
			u.Cancel()
		case <-p.stop:
			return
		}
	}
}

// Queue hands work to a worker.
func (p *Pool) Queue(work func()) *Unit {
	u := &Unit{work: work, done: make(chan struct{})}
	p.units <- u
	return u
}

// Close ends the workers.
func (p *Pool) Close() { close(p.stop) }
