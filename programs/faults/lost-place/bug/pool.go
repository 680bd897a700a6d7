// Package bug has a pool of connections whose places are lost that it can't dial a connection for.
package bug

import "net"

type pool struct {
	address string
	places  chan struct{}
}

func newPool(address string, size int) *pool {
	return &pool{address: address, places: make(chan struct{}, size)}
}

func (p *pool) get() (net.Conn, error) {
	p.places <- struct{}{} // want global-deadlock
	c, err := net.Dial("tcp", p.address)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (p *pool) put(c net.Conn) {
	c.Close()
	<-p.places
}
