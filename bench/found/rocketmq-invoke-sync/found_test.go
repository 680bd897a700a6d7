package remote

import (
	"context"
	"net"
	"testing"
)

// The broker takes a request and hangs up: no goroutine answers the caller.
func TestFound(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		_, _ = conn.Read(make([]byte, 1))
		_ = conn.Close()
	}()
	_, _ = NewRemotingClient(nil).InvokeSync(context.Background(), l.Addr().String(), NewRemotingCommand(10, nil, nil))
}
