// Package fixed has a goroutine compute a result, which it can hand over also when it is not waited for.
package fixed

import "context"

func fetch(ctx context.Context, compute func() int) (int, error) {
	result := make(chan int, 1)
	go func() {
		result <- compute()
	}()
	select {
	case n := <-result:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
