package bug

import "testing"

func TestTable(t *testing.T) {
	table := &table{rows: map[string]int{"a": 1, "b": 2}}
	done := make(chan bool)
	go func() {
		table.put("c", 3)
		done <- true
	}()
	if sum := table.sum("a", "b"); sum != 3 {
		t.Fatal(sum)
	}
	<-done
}
