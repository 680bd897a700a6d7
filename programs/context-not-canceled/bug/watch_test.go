package bug

import (
	"context"
	"testing"
	"time"
)

func TestWatch(t *testing.T) {
	w := watch(context.Background())
	w.updates <- 1
	time.Sleep(time.Millisecond)
}

func TestFlush(t *testing.T) {
	flushOnShutdown(func() {})
	time.Sleep(time.Millisecond)
}
