// Package fixed serves connections side by side.
package fixed

import "net"

// serve answers each byte with the same one, until the listener is closed.
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
	var b [1]byte
	for {
		if _, err := c.Read(b[:]); err != nil {
			return
		}
		if _, err := c.Write(b[:]); err != nil {
			return
		}
	}
}
