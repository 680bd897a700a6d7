// Package fixed adds before it starts the goroutine.
package fixed

import "sync"

type pool struct {
	wg sync.WaitGroup
}

func (p *pool) run(job func()) {
	p.wg.Add(1)
	go p.work(job)
}

func (p *pool) work(job func()) {
	defer p.wg.Done()
	job()
}

func (p *pool) wait() {
	p.wg.Wait()
}
