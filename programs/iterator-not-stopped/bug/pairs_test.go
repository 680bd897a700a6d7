package bug

import (
	"slices"
	"testing"
)

func TestFirst(t *testing.T) {
	if row, ok := first((&table{rows: []int{3, 4}}).all()); row != 3 || !ok {
		t.Fatal(row, ok)
	}
}

func TestEqual(t *testing.T) {
	a, b := []string{"x", "y"}, []string{"x", "z"}
	if !equal(slices.All(a), slices.All(a)) || equal(slices.All(b), slices.All(a)) {
		t.Fatal("not what they are")
	}
}
