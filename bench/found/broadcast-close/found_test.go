package broadcast

import "testing"

func TestFound(t *testing.T) {
	r := NewRelay()
	l := r.Listener(0)
	go l.Close()
	r.Close()
}
