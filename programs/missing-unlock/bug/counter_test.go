package bug

import (
	"testing"
	"time"
)

func TestFull(t *testing.T) {
	c := &counter{}
	done := make(chan error)
	go func() { done <- c.add() }()
	if <-done == nil {
		t.Fatal("no error")
	}
	go c.get()
	time.Sleep(time.Millisecond)
}

// The test itself takes the lock and ends with it.
func TestMissingRow(t *testing.T) {
	table := &table{rows: map[int]string{}}
	if _, ok := table.row(1); ok {
		t.Fatal("found")
	}
	go table.put(1, "one")
	time.Sleep(time.Millisecond)
}
