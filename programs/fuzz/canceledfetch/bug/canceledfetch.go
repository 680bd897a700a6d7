package bug

import "context"

// fetch counts each job that it does, until the context ends.
func fetch(ctx context.Context, jobs <-chan string, count func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-jobs:
			count()
		}
	}
}
