// Package bug has tests that pass in the order that Go usually chooses, and fail in others.
package bug

import (
	"sync"
	"time"
)

// batcher delivers elements in batches: when one is full, after a delay, and in the end.
type batcher struct {
	size    int
	delay   time.Duration
	deliver func(batch []int)

	mu    sync.Mutex
	batch []int
}

func (b *batcher) add(element int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.batch = append(b.batch, element)
	if len(b.batch) == b.size {
		go b.flush()
	} else if len(b.batch) == 1 {
		time.AfterFunc(b.delay, b.flush)
	}
}

func (b *batcher) flush() {
	b.mu.Lock()
	batch := b.batch
	b.batch = nil
	b.mu.Unlock()
	if len(batch) > 0 {
		b.deliver(batch)
	}
}

// close finds nothing to flush, and returns, where another flush has the batch and has not delivered it.
func (b *batcher) close() {
	b.flush()
}
