package bug

import (
	"io"
	"net"
	"testing"
)

func TestSend(t *testing.T) {
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
		io.Copy(io.Discard, c)
	}()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Skip(err)
	}
	l := &log{conn: conn}
	defer conn.Close()
	for message := byte(0); message < 3; message++ {
		if err := l.send(message); err != nil {
			t.Log(err)
		}
	}
}
