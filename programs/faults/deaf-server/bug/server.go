// Package bug has a server that accepts no more once an accept has failed.
package bug

import "net"

func serve(listener net.Listener) {
	for {
		c, err := listener.Accept()
		if err != nil {
			return
		}
		go echo(c)
	}
}

func echo(c net.Conn) {
	defer c.Close()
	var message [1]byte
	for {
		if _, err := c.Read(message[:]); err != nil {
			return
		}
		if _, err := c.Write(message[:]); err != nil {
			return
		}
	}
}

func ask(address string) error {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer c.Close()
	answered := make(chan error, 1)
	go func() {
		_, err := c.Read(make([]byte, 1))
		answered <- err
	}()
	if _, err := c.Write([]byte{1}); err != nil {
		return err
	}
	return <-answered // want global-deadlock
}
