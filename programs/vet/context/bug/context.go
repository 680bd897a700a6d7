// Package context cancels before the work is done, or is cancelled by another goroutine.
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

// Parent can be let through by the goroutine that cancels the parent.
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

// session is a context with a name.
type session struct {
	context.Context
	name string
}

func (s *session) rename(name string) { s.name = name }

// renew puts another context in the place of the first.
func (s *session) renew(c context.Context) { s.Context = c }

func newSession() (*session, context.CancelFunc) {
	inner, cancel := context.WithCancel(context.Background())
	s := &session{Context: inner}
	s.rename("first")
	return s, cancel
}

// Session may have a context by now that another goroutine cancels.
func Session(f func() int) int {
	s, cancel := newSession()
	x := 0
	go func() {
		x = f() // want closure-race "x is written here"
		cancel()
	}()
	<-s.Done()
	return x
}
