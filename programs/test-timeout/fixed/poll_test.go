package fixed

import (
	"context"
	"testing"
	"time"
)

func TestPoll(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if pollUntil(ctx, func() bool { return false }) == nil {
		t.Fatal("no error")
	}
}
