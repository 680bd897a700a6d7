package fixed

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
	w := start(conn)
	defer w.close()
	for message := byte(0); message < 5; message++ {
		if err := w.send(message); err != nil {
			return
		}
	}
}
