// Package fixed has a pool of connections that gives the place of each to the next one.
package fixed

import "net"

type pool struct {
	address string
	places  chan struct{}
}

func (p *pool) ask(question byte) (byte, error) {
	p.places <- struct{}{}
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
	<-p.places
	return message[0], err
}
