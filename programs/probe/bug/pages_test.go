package probe

import "testing"

func TestPages(t *testing.T) {
	p := NewPages()
	p.Write(1, "a")
	if line := p.Read(1); line != "a" {
		t.Fatal(line)
	}
	if n := p.Len(); n != 1 {
		t.Fatal(n)
	}
}
