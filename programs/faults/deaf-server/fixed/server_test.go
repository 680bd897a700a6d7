package fixed

import (
	"net"
	"testing"
)

func TestAsk(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go serve(listener)
	for range 2 {
		ask(listener.Addr().String())
	}
}
