package fixed

import (
	"net"
	"testing"
)

func TestReceive(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		c, err := listener.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		for range 4 {
			if send(c, "hi") != nil {
				return
			}
		}
	}()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Skip(err)
	}
	defer conn.Close()
	messages := all(conn)
	t.Log(messages)
}
