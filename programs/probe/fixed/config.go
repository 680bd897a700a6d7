package probe

import "sync"

// Config is safe for concurrent use.
type Config struct {
	mu     sync.RWMutex
	values map[string]string
}

// NewConfig is empty.
func NewConfig() *Config { return &Config{values: make(map[string]string)} }

// Set sets a value.
func (c *Config) Set(key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] = value
}

// Get is a value.
func (c *Config) Get(key string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.values[key]
}
