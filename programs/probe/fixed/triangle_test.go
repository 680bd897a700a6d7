package probe

import "testing"

func TestTriangle(t *testing.T) {
	c := NewTriangle()
	c.AToB(1)
	c.BToC(1)
	c.CToA(1)
}
