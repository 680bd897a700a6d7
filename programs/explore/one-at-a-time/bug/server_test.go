package bug

import (
	"net"
	"testing"
)

// A connection that is kept open is no reason to leave the next one without an answer.
func TestAsk(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go serve(listener)
	answered, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		kept, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			return
		}
		defer kept.Close()
		<-answered
	}()
	ask(t, listener.Addr().String())
	close(answered)
	<-done
}

func ask(t *testing.T, address string) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b := []byte("a")
	if _, err := c.Write(b); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(b); err != nil { // want global-deadlock "the other end"
		t.Fatal(err)
	}
}
