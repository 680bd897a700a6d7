// Package errgroup shares what errgroup's goroutines write.
package errgroup

import (
	"context"

	"golang.org/x/sync/errgroup"
)

func Sum(values []int, f func(int) (int, error)) (int, error) {
	var g errgroup.Group
	sum := 0
	for _, v := range values {
		g.Go(func() error {
			n, err := f(v)
			sum += n // want closure-race "sum is written here by the goroutine .*errgroup.Group.Go"
			return err
		})
	}
	return sum, g.Wait()
}

// Cancelled waits for the context, which ends when the first goroutine fails.
func Cancelled(ctx context.Context, f func(context.Context) (int, error)) int {
	g, ctx := errgroup.WithContext(ctx)
	x := 0
	g.Go(func() error {
		var err error
		x, err = f(ctx) // want possible closure-race "x is written here by the goroutine .*errgroup.Group.Go"
		return err
	})
	<-ctx.Done()
	return x
}

// Limited runs two at a time, which is one too many.
func Limited(values []int, f func(int) error) (failed int, err error) {
	var g errgroup.Group
	g.SetLimit(2)
	for _, v := range values {
		g.Go(func() error {
			if err := f(v); err != nil {
				failed++ // want closure-race "failed is written here by the goroutine .*errgroup.Group.Go"
			}
			return nil
		})
	}
	err = g.Wait()
	return failed, err
}

// TwoAtATime lets two tasks run at once.
func TwoAtATime(n int, f func(int) int) (sum int) {
	var g errgroup.Group
	g.SetLimit(2)
	for i := range n {
		g.Go(func() error {
			sum += f(i) // want closure-race "sum is written here"
			return nil
		})
	}
	g.Wait()
	return sum
}
