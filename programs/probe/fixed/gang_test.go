package probe

import "testing"

func TestGang(t *testing.T) {
	g := NewGang()
	done := false
	if err := g.Go(func() { done = true }); err != nil {
		t.Fatal(err)
	}
	g.Wait()
	if !done {
		t.Error("not run")
	}
	g.Close()
	if err := g.Go(func() {}); err == nil {
		t.Error("run after Close")
	}
}
