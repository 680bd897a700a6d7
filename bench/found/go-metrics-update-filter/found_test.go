package metrics

import (
	"sync"
	"testing"
)

// UpdateFilter reads AllowedLabels and BlockedLabels without filterLock, under which
// another call writes them.
func TestFoundUpdateFilter(t *testing.T) {
	m, err := New(DefaultConfig("service"), &BlackholeSink{})
	if err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	for range 2 {
		calls.Go(func() { m.UpdateFilter([]string{"a"}, nil) })
	}
	calls.Wait()
}
