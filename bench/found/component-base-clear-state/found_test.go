package metrics

import (
	"sync"
	"testing"
)

// ClearState, which a registry calls before it registers hidden metrics again, writes
// without the lock with which all that counts with a metric asks whether it was created.
func TestFoundClearState(t *testing.T) {
	desc := NewDesc("found", "", nil, nil, ALPHA, "")
	var calls sync.WaitGroup
	calls.Add(2)
	go func() {
		defer calls.Done()
		desc.ClearState()
	}()
	go func() {
		defer calls.Done()
		desc.IsCreated()
	}()
	calls.Wait()
}
