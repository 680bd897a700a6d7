// Package bug leaves the calls waiting whose connection, of any kind, fails.
package bug

import "net"

type client struct {
	conn    net.Conn
	answers chan byte
}

func start(conn net.Conn) *client {
	c := &client{conn: conn, answers: make(chan byte)}
	go c.read()
	return c
}

func (c *client) read() {
	var message [1]byte
	for {
		if _, err := c.conn.Read(message[:]); err != nil {
			return
		}
		c.answers <- message[0]
	}
}

func (c *client) call(question byte) (answer byte, ok bool) {
	if _, err := c.conn.Write([]byte{question}); err != nil {
		return 0, false
	}
	return <-c.answers, true // want global-deadlock
}
