package probe

import "testing"

func TestTagsJoin(t *testing.T) {
	a, b := NewTags(), NewTags()
	b.Put("red")
	a.Join(b)
	if !a.Has("red") {
		t.Fatal("red is missing")
	}
}
