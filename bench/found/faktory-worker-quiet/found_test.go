package faktory_worker

import (
	"context"
	"testing"
)

// A worker asks without the lock whether the manager is to end, which Quiet sets with it.
func TestFound(t *testing.T) {
	manager := NewManager()
	manager.Concurrency = 1
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = manager.RunWithContext(ctx) // fails if Quiet comes first
	}()
	manager.Quiet()
	cancel()
	<-done
}
