// Package peer has the other side of what the programs here do.
package peer

import (
	"io"
	"net"
	"testing"
)

// Listen gives the address of a server that answers each byte with the next one, until the
// test is over.
func Listen(t *testing.T) string { return serve(t, answer) }

// Discard gives the address of a server that reads what it is sent, until the test is over.
func Discard(t *testing.T) string { return serve(t, discard) }

func serve(t *testing.T, each func(net.Conn)) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go each(c)
		}
	}()
	return listener.Addr().String()
}

func discard(c net.Conn) {
	defer c.Close()
	io.Copy(io.Discard, c)
}

func answer(c net.Conn) {
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
}

// Receive is the same over UDP.
func Receive(t *testing.T) string {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		var message [1]byte
		for {
			_, from, err := conn.ReadFrom(message[:])
			if err != nil {
				return
			}
			message[0]++
			if _, err := conn.WriteTo(message[:], from); err != nil {
				return
			}
		}
	}()
	return conn.LocalAddr().String()
}
