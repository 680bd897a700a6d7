package upgrade

import "testing"

func TestNewName(t *testing.T) {
	r := &registry{names: map[string]int{}}
	r.idOf("harrier")
}
