// Package fixed says where the answer is to go before it asks.
package fixed

import (
	"net"
	"sync"
)

type client struct {
	conn    net.Conn
	mu      sync.Mutex
	waiting map[byte]chan string
}

func dial(address string) (*client, error) {
	conn, err := net.Dial("udp", address)
	if err != nil {
		return nil, err
	}
	c := &client{conn: conn, waiting: make(map[byte]chan string)}
	go c.receive()
	return c, nil
}

func (c *client) receive() {
	message := make([]byte, 512)
	for {
		n, err := c.conn.Read(message)
		if err != nil {
			return
		}
		c.mu.Lock()
		answer := c.waiting[message[0]]
		delete(c.waiting, message[0])
		c.mu.Unlock()
		if answer != nil {
			answer <- string(message[1:n])
		}
	}
}

func (c *client) ask(id byte) (string, error) {
	answer := make(chan string, 1)
	c.mu.Lock()
	c.waiting[id] = answer
	c.mu.Unlock()
	if _, err := c.conn.Write([]byte{id}); err != nil {
		return "", err
	}
	return <-answer, nil
}
