package probe

import "testing"

func TestPump(t *testing.T) {
	p := NewPump()
	p.Put("a")
	p.Put("b")
	if got := p.Next() + p.Next(); got != "ab" {
		t.Errorf("got %q", got)
	}
	p.End()
	if got := p.Next(); got != "" {
		t.Errorf("got %q", got)
	}
}
