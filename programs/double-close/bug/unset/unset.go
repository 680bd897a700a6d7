// Package unset closes a channel that was never made.
package unset

type client struct {
	done chan struct{}
}

func (c *client) hangUp() {
	close(c.done) // want double-close "close of a nil channel"
}
