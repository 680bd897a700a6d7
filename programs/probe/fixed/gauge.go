package probe

import "sync/atomic"

// A Gauge is safe for concurrent use.
type Gauge struct{ level atomic.Int64 }

// Raise adds to the level.
func (g *Gauge) Raise(by int) { g.level.Add(int64(by)) }
