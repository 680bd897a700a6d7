// Package readers reads twice under one lock while another goroutine wants to write.
package readers

import (
	"sync"
	"time"
)

type prices struct {
	mu sync.RWMutex
	of map[string]int
}

func (p *prices) price(item string) int {
	p.mu.RLock() // want double-lock "a writer that waits for this goroutine's own RLock"
	defer p.mu.RUnlock()
	return p.of[item]
}

func (p *prices) total(items []string, pause time.Duration) int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	time.Sleep(pause)
	sum := 0
	for _, item := range items {
		sum += p.price(item)
	}
	return sum
}

func (p *prices) set(item string, price int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.of[item] = price
}
