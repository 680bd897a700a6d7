package probe

import "testing"

func TestScan(t *testing.T) {
	s := NewScan("a", "cat", "dog", "rat")
	s.Wait()
	if got := s.Found(); got != 2 {
		t.Errorf("got %d", got)
	}
}
