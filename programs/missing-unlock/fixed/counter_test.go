package fixed

import "testing"

func TestFull(t *testing.T) {
	c := &counter{}
	done := make(chan error)
	go func() { done <- c.add() }()
	if <-done == nil {
		t.Fatal("no error")
	}
	if c.get() != 0 {
		t.Fatal(c.get())
	}
}

func TestMissingRow(t *testing.T) {
	table := &table{rows: map[int]string{}}
	if _, ok := table.row(1); ok {
		t.Fatal("found")
	}
	table.put(1, "one")
}

// A lock that is still held at the end, but that no goroutine wants, does no harm.
func TestHeldAndUnwanted(t *testing.T) {
	c := new(counter)
	c.mu.Lock()
}
