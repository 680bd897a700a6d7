package probe

import "sync/atomic"

// A Limiter lets n calls pass. It is safe for concurrent use.
type Limiter struct {
	used atomic.Int32
	most int32
}

// NewLimiter lets n pass.
func NewLimiter(n int) *Limiter { return &Limiter{most: int32(n)} }

// Allow reports whether the call passes.
func (l *Limiter) Allow() bool { // want non-linearizable~
	if l.used.Load() >= l.most {
		return false
	}
	l.used.Add(1)
	return true
}
