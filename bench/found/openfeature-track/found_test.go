package openfeature

import (
	"context"
	"sync"
	"testing"
)

// Track reads the context of the client without the lock under which
// SetEvaluationContext writes it, and all other evaluations read it.
func TestFoundTrack(t *testing.T) {
	client := NewClient("found")
	var calls sync.WaitGroup
	calls.Go(func() { client.SetEvaluationContext(NewTargetlessEvaluationContext(nil)) })
	calls.Go(func() { client.Track(context.Background(), "event", EvaluationContext{}, NewTrackingEventDetails(1)) })
	calls.Wait()
}
