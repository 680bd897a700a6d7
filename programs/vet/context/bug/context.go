// Package context cancels before the work is done.
package context

import "context"

func Run(f func() int) int {
	ctx, cancel := context.WithCancel(context.Background())
	x := 0
	go func() {
		cancel()
		x = f() // want closure-race "x is written here"
	}()
	<-ctx.Done()
	return x
}
