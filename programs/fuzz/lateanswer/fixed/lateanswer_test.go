package fixed

import (
	"net"
	"testing"
	"time"
)

func TestAsk(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- serve(listener) }()
	line, err := ask(listener.Addr().String(), "hello", time.Minute)
	if err == nil && line != "you said hello\n" {
		t.Error(line)
	}
	listener.Close()
	<-served
}
