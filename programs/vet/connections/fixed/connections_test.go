package connections

import (
	"net"
	"testing"
)

// serve runs a function for each connection.
func serve(l net.Listener, f func(net.Conn)) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go f(c)
	}
}

// TestOneConnection opens one connection, so that its goroutine is the only one.
func TestOneConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	done := make(chan int)
	var n int
	go serve(l, func(c net.Conn) {
		n, _ = c.Read(make([]byte, 1))
		c.Close()
		done <- n
	})
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c.Write([]byte{1})
	if <-done != 1 {
		t.Error("nothing came")
	}
	c.Close()
}
