// Package bug has a pool whose units of work can be cancelled.
package bug

import "sync/atomic"

// Unit is a piece of work.
type Unit struct {
	work       func()
	done       chan struct{}
	cancelling atomic.Bool
	written    atomic.Bool
}

// Wait returns when the unit was run or cancelled.
func (u *Unit) Wait() { <-u.done } // want global-deadlock

// Cancel ends the unit unless it has been run. It looks at written after it
// has said that it is cancelling, and the worker the other way round: if both
// are quick, each leaves the end to the other.
func (u *Unit) Cancel() {
	u.cancelling.Store(true)
	if !u.written.Load() {
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
			u.written.Store(true)
			if !u.cancelling.Load() {
				close(u.done)
			}
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
