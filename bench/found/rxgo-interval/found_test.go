package rxgo

import (
	"context"
	"testing"
	"time"
)

// The context ends while Interval sends; what it sent to has returned by then.
func TestFound(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	Interval(WithDuration(time.Millisecond), WithContext(ctx))
	time.Sleep(time.Millisecond)
	cancel()
}
