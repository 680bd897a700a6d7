package probe

import "testing"

func TestGauge(t *testing.T) {
	g := &Gauge{}
	g.Raise(2)
	if got := g.level.Load(); got != 2 {
		t.Errorf("got %d", got)
	}
}
