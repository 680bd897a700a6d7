// Package bug has a goroutine compute a result, and does not wait for it if its context is cancelled.
package bug

import "context"

func fetch(ctx context.Context, compute func() int) (int, error) {
	result := make(chan int)
	go func() {
		result <- compute() // want goroutine-leak
	}()
	select {
	case n := <-result:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
