package inbox

import (
	"context"
	"crypto/sha256"
	"testing"
)

func TestNoMessageIsLost(t *testing.T) {
	b := &inbox{queue: []string{"a", "b"}}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		sha256.Sum256(make([]byte, 1<<20)) // with Go's own scheduler, this ends last
		cancel()
	}()
	taken := 0
	if _, err := b.next(ctx); err == nil {
		taken++
	}
	if n := b.left(); taken+n != 2 {
		t.Errorf("%d taken and %d left, of 2", taken, n) // want test-failure "0 taken and 1 left, of 2"
	}
}
