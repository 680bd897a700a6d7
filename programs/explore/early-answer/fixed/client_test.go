package fixed

import (
	"net"
	"testing"
)

func TestAsk(t *testing.T) {
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	go func() {
		message := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(message)
			if err != nil {
				return
			}
			server.WriteTo(append(message[:n], "hello"...), from)
		}
	}()
	c, err := dial(server.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.conn.Close()
	if answer, err := c.ask(1); answer != "hello" || err != nil {
		t.Error(answer, err)
	}
}
