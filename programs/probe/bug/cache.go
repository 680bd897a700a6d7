package probe

import "sync"

// A Cache counts its bytes. It is safe for concurrent use.
type Cache struct {
	mu     sync.Mutex
	values map[string]string
	bytes  int
}

// NewCache makes an empty cache.
func NewCache() *Cache { return &Cache{values: make(map[string]string)} }

// Set keeps a value.
func (c *Cache) Set(key, value string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes += len(value) - len(c.values[key])
	c.values[key] = value
}

// Remove drops a value.
func (c *Cache) Remove(key string) { // want non-linearizable~
	c.mu.Lock()
	old := c.values[key]
	c.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.values, key)
	c.bytes -= len(old)
}

// Size is the number of bytes.
func (c *Cache) Size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes
}
