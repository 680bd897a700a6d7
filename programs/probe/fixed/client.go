package probe

import "sync"

// A Client connects when it is used first. It is safe for concurrent use.
type Client struct {
	mu   sync.Mutex
	conn *string
}

// NewClient makes a client.
func NewClient() *Client { return &Client{} }

// Get asks.
func (c *Client) Get(key string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil {
		text := "conn "
		c.conn = &text
	}
	return *c.conn + key
}
