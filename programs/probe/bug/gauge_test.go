package probe

import "testing"

func TestGauge(t *testing.T) {
	g := &Gauge{}
	g.Raise(2)
	if g.level != 2 {
		t.Errorf("got %d", g.level)
	}
}
