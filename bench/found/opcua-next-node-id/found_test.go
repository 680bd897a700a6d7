package server

import (
	"sync"
	"testing"
)

// The first calls look without an atomic whether the counter has begun, which the others
// count with one: both may begin it, and give one number twice.
func TestFoundNextNodeID(t *testing.T) {
	space := NewNameSpace("found")
	var calls sync.WaitGroup
	calls.Add(2)
	go func() {
		defer calls.Done()
		space.GetNextNodeID()
	}()
	go func() {
		defer calls.Done()
		space.GetNextNodeID()
	}()
	calls.Wait()
}
