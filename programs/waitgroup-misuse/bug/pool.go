// Package bug counts a goroutine from within it, so Wait may not know of it
// yet.
package bug

import "sync"

type pool struct {
	wg sync.WaitGroup
}

func (p *pool) run(job func()) {
	go p.work(job)
}

func (p *pool) work(job func()) {
	p.wg.Add(1) // want waitgroup-misuse "not ordered before the Wait"
	defer p.wg.Done()
	job()
}

func (p *pool) wait() {
	p.wg.Wait()
}
