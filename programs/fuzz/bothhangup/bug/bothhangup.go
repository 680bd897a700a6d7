// Package bug passes on what two connections say to each other until one of them is
// closed. Closing both ends the other copy, which writes the error after the first
// one then; but where both ends hang up on their own, the copies write it side by side.
package bug

import (
	"io"
	"net"
)

func relay(a, b net.Conn) error {
	var err error
	ended := make(chan struct{}, 2)
	pass := func(to, from net.Conn) {
		_, err = io.Copy(to, from) // want data-race
		ended <- struct{}{}
	}
	go pass(a, b)
	go pass(b, a)
	<-ended
	a.Close()
	b.Close()
	<-ended
	return err
}
