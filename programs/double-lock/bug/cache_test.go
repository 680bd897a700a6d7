package bug

import "testing"

func TestAdd(t *testing.T) {
	c := &cache{values: map[string]int{}}
	c.add("hits", 1)
}
