package probe

import "testing"

func TestPipe(t *testing.T) {
	p := NewPipe()
	p.Send("a")
	p.Close()
	p.Send("b")
}
