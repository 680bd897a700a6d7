// Package fixed has a server that accepts until its listener is closed.
package fixed

import (
	"errors"
	"net"
	"time"
)

func serve(listener net.Listener) {
	for {
		c, err := listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(time.Millisecond)
			continue
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
	return <-answered
}
