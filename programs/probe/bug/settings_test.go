package probe

import "testing"

func TestSettings(t *testing.T) {
	s := NewSettings()
	s.Change("color", "red")
	s.Change("size", "10")
	if n := s.Len(); n != 2 {
		t.Fatal(n)
	}
}
