package probe

import "testing"

func TestAccounts(t *testing.T) {
	c := NewAccounts()
	c.Left(1)
	c.Right(2)
}
