// Package ownership lets an object say which goroutine may reach a variable: whether its states exclude is for
// its own tests to show, so such races are suspicious.
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

// Before reaches the variable before it leaves.
func Before(n int) int {
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
			x++ // want withheld closure-race "x is written here"
			m.leave()
		}()
	}
	wg.Wait()
	return x
}

type desk struct {
	mu    sync.Mutex
	taken bool
}

func (d *desk) take() (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.taken {
		return 0, errBusy
	}
	d.taken = true
	return 1, nil
}

func (d *desk) clear() {
	d.mu.Lock()
	d.taken = false
	d.mu.Unlock()
}

type office struct{ desk *desk }

func (o *office) enter() (int, error) { return o.desk.take() }

func (o *office) leave() { o.desk.clear() }

// Both ask one desk, by way of the office.
func Both(o *office) int {
	done := make(chan struct{})
	x := 0
	go func() {
		defer close(done)
		if _, err := o.enter(); err != nil {
			return
		}
		x = 1 // want withheld closure-race "x is written here"
		o.leave()
	}()
	if _, err := o.enter(); err == nil {
		x = 2
		o.leave()
	}
	<-done
	return x
}

type shards []sync.Mutex

// Lock takes all of them, which makes it a lock too.
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

// Counted holds a lock of many parts.
func Counted(n int) int {
	mu := make(shards, 4)
	var wg sync.WaitGroup
	x := 0
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			x++ // want withheld closure-race "x is written here"
			mu.Unlock()
		}()
	}
	wg.Wait()
	return x
}

// Turns lets a pipeline say whose turn it is.
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
			x++
			pipeline.EndRequest(id)
		}()
	}
	wg.Wait()
	return x
}
