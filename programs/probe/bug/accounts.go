package probe

import "sync"

// Accounts is safe for concurrent use.
type Accounts struct {
	a, b sync.Mutex
	x, y int
}

// NewAccounts has some money on both sides.
func NewAccounts() *Accounts { return &Accounts{x: 10, y: 10} }

// Left moves money to the left.
func (c *Accounts) Left(n int) {
	c.a.Lock()
	defer c.a.Unlock()
	c.b.Lock() // want global-deadlock
	defer c.b.Unlock()
	c.x += n
	c.y -= n
}

// Right moves money to the right.
func (c *Accounts) Right(n int) {
	c.b.Lock()
	defer c.b.Unlock()
	c.a.Lock() // want global-deadlock?
	defer c.a.Unlock()
	c.x -= n
	c.y += n
}
