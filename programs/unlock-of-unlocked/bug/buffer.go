// Package bug unlocks twice on one path.
package bug

import "sync"

type buffer struct {
	mu   sync.Mutex
	data []byte
}

func (b *buffer) flush(write func([]byte) bool) {
	b.mu.Lock()
	defer b.mu.Unlock() // want unlock-of-unlocked "unlocked before at buffer.go:"
	if !write(b.data) {
		b.mu.Unlock()
		return
	}
	b.data = nil
}
