package probe

import "testing"

func TestHub(t *testing.T) {
	h := NewHub()
	h.Send("a")
	h.Close()
}
