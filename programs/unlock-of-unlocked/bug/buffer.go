// Package bug unlocks twice on one path.
package bug

import "sync"

type buffer struct {
	mu   sync.Mutex
	data []byte
}

func (b *buffer) flush(write func([]byte) bool) {
	b.mu.Lock()
	defer b.mu.Unlock() // want unlock-of-unlocked?
	if !write(b.data) {
		b.mu.Unlock()
		return // want unlock-of-unlocked? "Unlock of a lock that nobody holds"
	}
	b.data = nil
}
