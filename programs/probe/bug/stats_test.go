package probe

import "testing"

func TestStats(t *testing.T) {
	s := NewStats()
	s.Observe()
	if got := s.Mean(); got != 10 {
		t.Errorf("got %d", got)
	}
}
