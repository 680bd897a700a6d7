package probe

import "testing"

// The list of the test has no lock: a race of it says nothing of the switchboard.
func TestSwitchboard(t *testing.T) {
	var dialed []string
	s := NewSwitchboard(func(to string) *Line {
		dialed = append(dialed, to)
		return &Line{to}
	})
	if s.Connect("Bath") != s.Connect("Bath") || len(dialed) != 1 {
		t.Errorf("dialed %v", dialed)
	}
}
