// Package fixed leaves every unlock to a defer.
package fixed

import "sync"

type buffer struct {
	mu   sync.Mutex
	data []byte
}

func (b *buffer) flush(write func([]byte) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !write(b.data) {
		return
	}
	b.data = nil
}

type config struct {
	mu     sync.RWMutex
	values map[string]string
}

func (c *config) get(key string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.values[key]
}
