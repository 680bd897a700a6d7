package arpc

import (
	"net"
	"testing"
	"time"
)

func TestFound(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := NewServer()
	go func() { _ = server.Serve(l) }()
	defer func() { _ = server.Stop() }()
	client, err := NewClient(func() (net.Conn, error) { return net.DialTimeout("tcp", l.Addr().String(), time.Second) })
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Restart(); err != nil {
		t.Error(err)
	}
	client.Stop()
}
