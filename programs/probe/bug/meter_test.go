package probe

import "testing"

func TestMeter(t *testing.T) {
	m := NewMeter()
	m.Add(1)
	if m.Total() != 1 {
		t.Error("not counted")
	}
	m.Reset()
}
