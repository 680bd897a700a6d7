package fixed

import (
	"context"
	"testing"
)

func TestWatch(t *testing.T) {
	w := watch(context.Background())
	defer w.cancel()
	w.updates <- 1
}

// A parent that is cancelled ends its children.
func TestWatchBelow(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watch(ctx).updates <- 1
}

func TestFlush(t *testing.T) {
	done := make(chan struct{})
	flushOnShutdown(func() { close(done) })()
	<-done
}
