package fixed

import "sync"

// cache waits, with its lock held, for evictions that are on their way. Each announces itself under
// the same lock: one that has not got the lock yet is not waited for.
type cache struct {
	mu       sync.Mutex
	entries  map[int]string
	evicting sync.WaitGroup
}

func (c *cache) evict(key int) {
	c.mu.Lock()
	_, ok := c.entries[key]
	delete(c.entries, key)
	if ok {
		c.evicting.Add(1)
	}
	c.mu.Unlock()
	if ok {
		c.evicting.Done()
	}
}

func (c *cache) close() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.evicting.Wait()
	return len(c.entries)
}
