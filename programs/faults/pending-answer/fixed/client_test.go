package fixed

import (
	"net"
	"testing"
)

// serve answers each byte with the next one.
func serve(listener net.Listener) {
	for {
		c, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			var message [1]byte
			for {
				if _, err := c.Read(message[:]); err != nil {
					return
				}
				message[0]++
				if _, err := c.Write(message[:]); err != nil {
					return
				}
			}
		}()
	}
}

func TestCall(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go serve(listener)
	c, err := dial(listener.Addr().String())
	if err != nil {
		t.Skip(err)
	}
	defer c.conn.Close()
	for question := byte(0); question < 3; question++ {
		if answer, ok := c.call(question); ok && answer != question+1 {
			t.Errorf("answer to %d: %d", question, answer)
		}
	}
}
