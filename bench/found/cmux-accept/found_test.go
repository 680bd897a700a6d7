package cmux

import (
	"net"
	"testing"
)

func TestFound(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := New(l)
	matched := m.Match(Any())
	go func() { _, _ = matched.Accept() }()
	l.Close()
	_ = m.Serve()
}
