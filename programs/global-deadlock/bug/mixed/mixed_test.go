package mixed

import "testing"

func TestLeave(t *testing.T) {
	h := newHub()
	h.join(1)
	holding := make(chan struct{})
	go h.reap(holding)
	h.leave(1, holding)
}
