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

type group interface {
	start(func())
	wait()
}

type waiting struct{ wg sync.WaitGroup }

func (w *waiting) start(f func()) {
	w.wg.Add(1)
	go func() {
		defer w.wg.Done()
		f()
	}()
}

func (w *waiting) wait() { w.wg.Wait() }

type signalling struct{ done chan struct{} }

func (s *signalling) start(f func()) {
	go func() {
		f()
		close(s.done)
	}()
}

func (s *signalling) wait() { <-s.done }

// Several waits for what it has started, whichever group it has.
func Several(g group, f func() int) int {
	x := 0
	g.start(func() {
		x = f()
	})
	g.wait()
	return x
}

func Groups(f func() int) int {
	return Several(&waiting{}, f) + Several(&signalling{done: make(chan struct{})}, f)
}
