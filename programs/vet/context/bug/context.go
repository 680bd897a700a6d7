// Package context cancels before the work is done, or is cancelled by somebody else.
package context

import (
	"context"
	"time"
)

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

// Timeout can be let through by the clock.
func Timeout(f func() int) int {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	x := 0
	go func() {
		defer cancel()
		x = f() // want closure-race "x is written here"
	}()
	<-ctx.Done()
	return x
}

// Parent can be let through by whoever cancels the parent.
func Parent(parent context.Context, f func() int) int {
	ctx, cancel := context.WithCancel(parent)
	x := 0
	go func() {
		defer cancel()
		x = f() // want closure-race "x is written here"
	}()
	<-ctx.Done()
	return x
}
