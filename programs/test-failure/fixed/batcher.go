// Package fixed has no order in which its tests fail.
package fixed

import (
	"sync"
	"time"
)

// batcher delivers elements in batches: when one is full, after a delay, and in the end.
type batcher struct {
	size    int
	delay   time.Duration
	deliver func(batch []int)

	delivering sync.Mutex

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

// flush returns when all is delivered that was added before it.
func (b *batcher) flush() {
	b.delivering.Lock()
	defer b.delivering.Unlock()
	b.mu.Lock()
	batch := b.batch
	b.batch = nil
	b.mu.Unlock()
	if len(batch) > 0 {
		b.deliver(batch)
	}
}

func (b *batcher) close() {
	b.flush()
}
