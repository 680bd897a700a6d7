// Package fixed has a pool of connections that gives the place back of one that it can't dial.
package fixed

import "net"

type pool struct {
	address string
	places  chan struct{}
}

func newPool(address string, size int) *pool {
	return &pool{address: address, places: make(chan struct{}, size)}
}

func (p *pool) get() (net.Conn, error) {
	p.places <- struct{}{}
	c, err := net.Dial("tcp", p.address)
	if err != nil {
		<-p.places
		return nil, err
	}
	return c, nil
}

func (p *pool) put(c net.Conn) {
	c.Close()
	<-p.places
}
