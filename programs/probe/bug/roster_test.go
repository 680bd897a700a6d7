package probe

import "testing"

func guest(name string) *Guest { return &Guest{name: name, greet: func() {}} }

func TestRoster(t *testing.T) {
	r := NewRoster()
	for _, g := range []*Guest{guest("a"), guest("b")} {
		if err := r.Join(g); err != nil {
			t.Fatal(err)
		}
	}
	if n := r.Greeted(); n != 2 {
		t.Errorf("greeted %d, want 2", n)
	}
}
