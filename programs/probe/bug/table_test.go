package probe

import "testing"

func TestTable(t *testing.T) {
	table := NewTable()
	table.Put("a", "b")
	if table.Rows() != 1 {
		t.Fatal("a is missing")
	}
	table.Each(func(string) {})
}
