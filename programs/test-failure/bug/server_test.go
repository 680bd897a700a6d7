package bug

import "testing"

func TestAddressOfAReadyServer(t *testing.T) {
	s := &server{ready: make(chan struct{})}
	go s.start("localhost:80")
	<-s.ready
	if s.address.Load() == nil {
		t.Error("ready, and without an address") // want test-failure "ready, and without an address"
	}
}
