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
	if c.conn == nil { // want data-race
		c.mu.Lock()
		text := "conn "
		c.conn = &text // want data-race?
		c.mu.Unlock()
	}
	return *c.conn + key // want data-race?
}
