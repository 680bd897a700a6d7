package probe

import "testing"

func TestRelay(t *testing.T) {
	r := NewRelay()
	r.Add("a")
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
