// Package bug has a pool of connections that loses the place of one whose peer is silent.
package bug

import (
	"net"
	"os"
)

type pool struct {
	address string
	places  chan struct{}
}

func (p *pool) ask(question byte) (byte, error) {
	p.places <- struct{}{} // want global-deadlock
	c, err := net.Dial("tcp", p.address)
	if err != nil {
		<-p.places
		return 0, err
	}
	message := [1]byte{question}
	if _, err = c.Write(message[:]); err == nil {
		_, err = c.Read(message[:])
	}
	c.Close()
	if os.IsTimeout(err) {
		return 0, err
	}
	<-p.places
	return message[0], err
}
