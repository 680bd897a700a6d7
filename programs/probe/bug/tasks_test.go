package probe

import "testing"

func TestTasks(t *testing.T) {
	all := NewTasks()
	all.Give("a")
	if name := all.Take(); name != "a" {
		t.Fatal(name)
	}
}
