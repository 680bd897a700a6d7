// Package bug takes back what the program has lost: connections by a cleanup,
// files by a finalizer. Both may come when no goroutine waits for them any more, or
// when one waits for them with the lock that they want.
package bug

import (
	"runtime"
	"sync"
)

type pool struct {
	back   chan int
	closed chan struct{}
}

type connection struct{ number *int }

func newPool() *pool {
	p := &pool{make(chan int), make(chan struct{})}
	go p.take()
	return p
}

func (p *pool) take() {
	for {
		select {
		case <-p.back:
		case <-p.closed:
			return
		}
	}
}

func (p *pool) connect(number int) *connection {
	c := &connection{&number}
	runtime.AddCleanup(c, func(n int) {
		p.back <- n // want goroutine-leak
	}, number)
	return c
}

func (p *pool) close() { close(p.closed) }

type directory struct {
	mu   sync.Mutex
	open int
	gone chan struct{}
}

type file struct {
	in   *directory
	name string
}

func (d *directory) create(name string) *file {
	f := &file{d, name}
	d.mu.Lock()
	d.open++
	d.mu.Unlock()
	runtime.SetFinalizer(f, (*file).close)
	return f
}

func (f *file) close() {
	f.in.mu.Lock() // want goroutine-leak
	defer f.in.mu.Unlock()
	f.in.open--
	f.in.gone <- struct{}{}
}

// wait returns when all files are closed.
func (d *directory) wait() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open > 0 {
		<-d.gone // want global-deadlock
	}
}
