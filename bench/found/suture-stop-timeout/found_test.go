package suture

import (
	"context"
	"testing"
	"time"
)

// slow is a service that counts, and needs a while to end.
type slow struct{ rounds int }

func (s *slow) Serve(ctx context.Context) error {
	<-ctx.Done()
	for i := 0; i < 3; i++ {
		s.rounds++
		time.Sleep(time.Millisecond)
	}
	return nil
}

// When the service does not stop in time, the supervisor prints it, with all its fields, while it runs.
func TestFound(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	supervisor := New("found", Spec{Timeout: time.Millisecond, EventHook: func(e Event) { _ = e.String() }})
	supervisor.Add(new(slow))
	done := supervisor.ServeBackground(ctx)
	time.Sleep(time.Millisecond)
	cancel()
	<-done
}
