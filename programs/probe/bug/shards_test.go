package probe

import "testing"

func TestShards(t *testing.T) {
	s := NewShards()
	if !s.Add(3) {
		t.Fatal("3 is there")
	}
}
