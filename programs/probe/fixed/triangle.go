package probe

import "sync"

// A Triangle moves coins between three corners. It is safe for concurrent use.
type Triangle struct {
	a, b, c struct {
		sync.Mutex
		coins int
	}
}

// NewTriangle has no coins.
func NewTriangle() *Triangle { return &Triangle{} }

// AToB moves coins.
func (t *Triangle) AToB(n int) {
	t.a.Lock()
	defer t.a.Unlock()
	t.b.Lock()
	defer t.b.Unlock()
	t.a.coins -= n
	t.b.coins += n
}

// BToC moves coins.
func (t *Triangle) BToC(n int) {
	t.b.Lock()
	defer t.b.Unlock()
	t.c.Lock()
	defer t.c.Unlock()
	t.b.coins -= n
	t.c.coins += n
}

// CToA moves coins.
func (t *Triangle) CToA(n int) {
	t.a.Lock()
	defer t.a.Unlock()
	t.c.Lock()
	defer t.c.Unlock()
	t.c.coins -= n
	t.a.coins += n
}
