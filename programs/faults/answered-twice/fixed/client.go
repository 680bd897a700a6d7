// Package fixed takes only the first datagram for the answer.
package fixed

import "net"

type client struct {
	conn     net.Conn
	answer   byte
	answered chan struct{}
}

func dial(address string) (*client, error) {
	conn, err := net.Dial("udp", address)
	if err != nil {
		return nil, err
	}
	c := &client{conn: conn, answered: make(chan struct{})}
	go c.receive()
	return c, nil
}

func (c *client) receive() {
	var message [1]byte
	for {
		if _, err := c.conn.Read(message[:]); err != nil {
			return
		}
		select {
		case <-c.answered:
		default:
			c.answer = message[0]
			close(c.answered)
		}
	}
}
