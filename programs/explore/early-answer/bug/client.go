// Package bug asks over UDP, and says only then where the answer is to go.
package bug

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
	if _, err := c.conn.Write([]byte{id}); err != nil {
		return "", err
	}
	answer := make(chan string, 1)
	c.mu.Lock()
	c.waiting[id] = answer
	c.mu.Unlock()
	return <-answer, nil // want global-deadlock
}
