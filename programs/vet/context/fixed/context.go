// Package context cancels when the work is done.
package context

import (
	"context"
	"errors"
)

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

func Cause(f func() (int, error)) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	x := 0
	go func() {
		var err error
		x, err = f()
		cancel(errors.Join(err))
	}()
	<-ctx.Done()
	return x
}

// Stop asks the goroutine to stop, and waits until it has.
func Stop(f func() int) int {
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan bool)
	x := 0
	go func() {
		defer close(stopped)
		for ctx.Err() == nil {
			x += f()
		}
	}()
	cancel()
	<-stopped
	return x
}

// Before writes before it cancels; the goroutine reads after it was cancelled.
func Before(f func() int, use func(int)) {
	ctx, cancel := context.WithCancel(context.Background())
	x := 0
	go func() {
		<-ctx.Done()
		use(x)
	}()
	x = f()
	cancel()
}

// session is a context with a name.
type session struct {
	context.Context
	name string
}

func (s *session) rename(name string) { s.name = name }

func newSession() (*session, context.CancelFunc) {
	inner, cancel := context.WithCancel(context.Background())
	s := &session{Context: inner}
	s.rename("first")
	return s, cancel
}

// Session waits for the context inside, which no goroutine replaces.
func Session(f func() int) int {
	s, cancel := newSession()
	x := 0
	go func() {
		x = f()
		cancel()
	}()
	<-s.Done()
	return x
}
