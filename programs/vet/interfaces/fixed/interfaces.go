// Package interfaces runs and waits behind interfaces.
package interfaces

import "sync"

type runner interface {
	run(func())
	wait()
}

type inline struct{}

func (inline) run(f func()) { f() }
func (inline) wait()        {}

type pool struct{ wg sync.WaitGroup }

func (p *pool) run(f func()) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		f()
	}()
}

func (p *pool) wait() { p.wg.Wait() }

func Inline(f func() int) int {
	var r runner = inline{}
	x := 0
	r.run(func() { x = f() })
	return x
}

func Pooled(f func() int) int {
	var r runner = &pool{}
	x := 0
	r.run(func() { x = f() })
	r.wait()
	return x
}

func Either(r runner, f func() int) int {
	x := 0
	r.run(func() { x = f() })
	r.wait()
	return x
}

type locker struct{ mu sync.Mutex }

func (l *locker) guarded(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

type guard interface{ guarded(func()) }

func Guarded(f func() int, use func(int)) {
	var g guard = &locker{}
	x := 0
	go func() {
		g.guarded(func() { x = f() })
	}()
	g.guarded(func() { use(x) })
}
