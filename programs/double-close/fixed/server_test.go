package fixed

import "testing"

func TestStopTwice(t *testing.T) {
	s := &server{done: make(chan struct{})}
	s.stop()
	s.stop()
	<-s.done
}
