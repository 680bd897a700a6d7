package httprc

import (
	"context"
	"testing"
	"time"
)

// refreshLoop signals at its end, before fetchLoop waits.
func TestFound(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	NewCache(ctx)
	time.Sleep(time.Millisecond)
	cancel()
}
