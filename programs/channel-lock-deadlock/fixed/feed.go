// Package fixed waits without the lock, or for a goroutine that does without it.
package fixed

import "sync"

type feed struct {
	mu      sync.Mutex
	seen    int
	closed  bool
	updates chan int
	done    chan bool
}

func start() *feed {
	f := &feed{updates: make(chan int, 8), done: make(chan bool)}
	go f.run()
	return f
}

func (f *feed) run() {
	defer close(f.done)
	for range f.updates {
		f.mu.Lock()
		f.seen++
		f.mu.Unlock()
	}
}

// stop lets go of the lock before it waits.
func (f *feed) stop() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
	close(f.updates)
	<-f.done
}

type hub struct {
	mu      sync.Mutex
	clients []chan int
}

// join makes itself known under the lock; who sends to it under the lock knows it from there only.
func (h *hub) join(n int) int {
	c := make(chan int)
	h.mu.Lock()
	h.clients = append(h.clients, c)
	h.mu.Unlock()
	sum := 0
	for range n {
		sum += <-c
	}
	return sum
}

func (h *hub) broadcast(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.clients {
		c <- n
	}
}

type worker struct {
	mu    sync.Mutex
	state int
	reply chan int
}

// ask waits with the lock held, for a goroutine that took the lock only before it was asked.
func (w *worker) ask() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	go func() { w.reply <- 1 }()
	return <-w.reply
}

type pool struct {
	mu   sync.Mutex
	jobs int
	wg   sync.WaitGroup
}

func (p *pool) spawn() {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.jobs++
	}()
}

func (p *pool) close() {
	p.wg.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.jobs = 0
}
