package mixed

import "testing"

func TestLeave(t *testing.T) {
	h := newHub()
	h.join(1)
	h.mu.Lock()
	ready := make(chan struct{})
	go h.reap(ready)
	<-ready
	h.mu.Unlock()
	h.leave(1)
}
