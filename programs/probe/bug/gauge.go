package probe

// A Gauge is safe for concurrent use.
type Gauge struct{ level int }

// Raise adds to the level.
func (g *Gauge) Raise(by int) {
	g.level += by // want data-race~
}
