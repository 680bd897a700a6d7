// Package ownership continues with what an object no longer excludes.
package ownership

import (
	"errors"
	"net/textproto"
	"sync"
	"sync/atomic"
)

const (
	idle = iota
	busy
)

var errBusy = errors.New("busy")

type machine struct{ state atomic.Int32 }

func (m *machine) try() error {
	if m.state.CompareAndSwap(idle, busy) {
		return nil
	}
	return errBusy
}

func (m *machine) leave() { m.state.Store(idle) }

// After reaches the variable when it has left.
func After(n int) int {
	m := &machine{}
	var wg sync.WaitGroup
	x := 0
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := m.try(); err != nil {
				return
			}
			m.leave()
			x++ // want closure-race "x is written here"
		}()
	}
	wg.Wait()
	return x
}

// Unasked does not look at the answer.
func Unasked(n int) int {
	m := &machine{}
	var wg sync.WaitGroup
	x := 0
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = m.try()
			x++ // want closure-race "x is written here"
			m.leave()
		}()
	}
	wg.Wait()
	return x
}

// Each goroutine has a machine of its own.
func Each(n int) int {
	var wg sync.WaitGroup
	x := 0
	for range n {
		m := &machine{}
		wg.Add(1)
		go func() {
			defer wg.Done()
			if m.try() != nil {
				return
			}
			x++ // want closure-race "x is written here"
			m.leave()
		}()
	}
	wg.Wait()
	return x
}

// One asks, the other does not.
func One() int {
	m := &machine{}
	done := make(chan struct{})
	x := 0
	go func() {
		if err := m.try(); err == nil {
			x = 1 // want closure-race "x is written here"
			m.leave()
		}
		close(done)
	}()
	x = 2
	<-done
	return x
}

type closer struct{ closed atomic.Bool }

// Close is for one caller, but says nothing of the others.
func (c *closer) Close() error {
	if c.closed.CompareAndSwap(false, true) {
		return nil
	}
	return errBusy
}

// Ended has ended its object, which no goroutine gives back.
func Ended(c *closer, f func()) int {
	done := make(chan struct{})
	x := 0
	go func() {
		f()
		x++ // want closure-race "x is written here"
		close(done)
	}()
	if c.Close() != nil {
		return x
	}
	<-done
	return x
}

type shards []sync.Mutex

func (s shards) Lock() {
	for i := range s {
		s[i].Lock()
	}
}

func (s shards) Unlock() {
	for i := range s {
		s[i].Unlock()
	}
}

// Counted gives its lock of many parts back too early.
func Counted(n int) int {
	mu := make(shards, 4)
	var wg sync.WaitGroup
	x := 0
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			mu.Unlock()
			x++ // want closure-race "x is written here"
		}()
	}
	wg.Wait()
	return x
}

// Turns has had its turn when it reaches the variable.
func Turns(n int) int {
	var pipeline textproto.Pipeline
	var wg sync.WaitGroup
	x := 0
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			id := pipeline.Next()
			pipeline.StartRequest(id)
			pipeline.EndRequest(id)
			x++ // want closure-race "x is written here"
		}()
	}
	wg.Wait()
	return x
}
