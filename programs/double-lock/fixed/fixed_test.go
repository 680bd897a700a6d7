package fixed

import "testing"

func TestAdd(t *testing.T) {
	c := &cache{values: map[string]int{}}
	c.add("hits", 1)
	if c.get("hits") != 1 {
		t.Fatal(c.get("hits"))
	}
}

func TestNewName(t *testing.T) {
	r := &registry{names: map[string]int{}}
	if r.idOf("a") != 0 || r.idOf("b") != 1 || r.idOf("a") != 0 {
		t.Fatal(r.names)
	}
}

func TestHandedOn(t *testing.T) {
	var turn turn
	turn.take()
	go turn.pass()
	turn.take()
	turn.pass()
}
