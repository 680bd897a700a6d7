// Package context cancels when the work is done.
package context

import "context"

func Run(f func() int) int {
	ctx, cancel := context.WithCancel(context.Background())
	x := 0
	go func() {
		defer cancel()
		x = f()
	}()
	<-ctx.Done()
	return x
}
