// Package fixed passes on what two connections say to each other until one of them is
// closed. Each copy has an error of its own.
package fixed

import (
	"io"
	"net"
)

func relay(a, b net.Conn) error {
	ended := make(chan error, 2)
	pass := func(to, from net.Conn) {
		_, err := io.Copy(to, from)
		ended <- err
	}
	go pass(a, b)
	go pass(b, a)
	err := <-ended
	a.Close()
	b.Close()
	<-ended
	return err
}
