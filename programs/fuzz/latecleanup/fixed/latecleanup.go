// Package fixed takes back what the program has lost: connections by a cleanup,
// files by a finalizer. The one gives up when the pool is closed, the other can
// have the lock of those who wait.
package fixed

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
		select {
		case p.back <- n:
		case <-p.closed:
		}
	}, number)
	return c
}

func (p *pool) close() { close(p.closed) }

type directory struct {
	mu   sync.Mutex
	open int
	none *sync.Cond
}

func newDirectory() *directory {
	d := &directory{}
	d.none = sync.NewCond(&d.mu)
	return d
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
	f.in.mu.Lock()
	defer f.in.mu.Unlock()
	f.in.open--
	f.in.none.Broadcast()
}

// wait returns when all files are closed.
func (d *directory) wait() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.open > 0 {
		d.none.Wait()
	}
}
