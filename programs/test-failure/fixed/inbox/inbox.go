// Package inbox takes messages out of a queue for callers that may give up.
package inbox

import (
	"context"
	"sync"
)

type inbox struct {
	mu    sync.Mutex
	queue []string
}

func (b *inbox) pop() (string, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		return "", false
	}
	s := b.queue[0]
	b.queue = b.queue[1:]
	return s, true
}

func (b *inbox) putBack(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = append([]string{s}, b.queue...)
}

func (b *inbox) left() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.queue)
}

// next puts back the message that is taken out when the caller has given up meanwhile.
func (b *inbox) next(ctx context.Context) (string, error) {
	found := make(chan string, 1)
	go func() {
		defer close(found)
		if s, ok := b.pop(); ok {
			found <- s
		}
	}()
	select {
	case <-ctx.Done():
		if s, ok := <-found; ok {
			b.putBack(s)
		}
		return "", ctx.Err()
	case s := <-found:
		return s, nil
	}
}
