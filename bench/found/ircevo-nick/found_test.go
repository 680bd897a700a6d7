package irc

import (
	"net"
	"testing"
)

// Connect, which Loop calls to connect again, reads the name without the lock with which Nick changes it.
func TestFound(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	address := listener.Addr().String()
	listener.Close()
	c := IRC("name", "user")
	done := make(chan struct{})
	go func() {
		c.Nick("other")
		close(done)
	}()
	c.Connect(address)
	<-done
}
