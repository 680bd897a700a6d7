// Package fixed gives up in time.
package fixed

import (
	"context"
	"time"
)

func pollUntil(ctx context.Context, done func() bool) error {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !done() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
