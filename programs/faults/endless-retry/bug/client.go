// Package bug asks again and again over a connection that has failed.
package bug

import (
	"net"
	"time"
)

type client struct {
	address string
	conn    net.Conn
}

func (c *client) ask(question byte) byte {
	for {
		answer, err := c.try(question)
		if err == nil {
			return answer
		}
		time.Sleep(100 * time.Millisecond) // want test-timeout~
	}
}

func (c *client) try(question byte) (byte, error) {
	if c.conn == nil {
		conn, err := net.Dial("tcp", c.address)
		if err != nil {
			return 0, err
		}
		c.conn = conn
	}
	message := [1]byte{question}
	if _, err := c.conn.Write(message[:]); err != nil {
		return 0, err
	}
	_, err := c.conn.Read(message[:])
	return message[0], err
}
