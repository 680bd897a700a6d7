package EventBus

import (
	"net"
	"testing"
)

func TestFound(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	bus := NewNetworkBus(taken.Addr().String(), "/bus")
	defer bus.Stop()
	if err := bus.Start(); err == nil {
		t.Error("started on a port that is taken")
	}
}
