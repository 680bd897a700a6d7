package fixed

import (
	"bufio"
	"fmt"
	"net"
	"testing"
)

func TestRelay(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	near, a := connect(t, listener)
	far, b := connect(t, listener)
	hungUp := make(chan struct{})
	go func() {
		defer close(hungUp)
		bufio.NewReader(far).ReadString('\n')
		far.Close()
	}()
	relayed := make(chan error, 1)
	go func() { relayed <- relay(a, b) }()
	fmt.Fprintln(near, "bye")
	near.Close()
	<-relayed
	<-hungUp
}

func connect(t *testing.T, listener net.Listener) (net.Conn, net.Conn) {
	t.Helper()
	dialled, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	return dialled, accepted
}
