// Package errgroup waits before it reads what errgroup's goroutines wrote.
package errgroup

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

func Sum(values []int, f func(int) (int, error)) (int, error) {
	var g errgroup.Group
	out := make([]int, len(values))
	for i, v := range values {
		g.Go(func() error {
			var err error
			out[i], err = f(v)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	sum := 0
	for _, v := range out {
		sum += v
	}
	return sum, nil
}

func Two(ctx context.Context, f, h func(context.Context) (int, error)) (int, error) {
	g, ctx := errgroup.WithContext(ctx)
	x, y := 0, 0
	g.Go(func() (err error) {
		x, err = f(ctx)
		return err
	})
	g.Go(func() (err error) {
		y, err = h(ctx)
		return err
	})
	err := g.Wait()
	return x + y, err
}

func Limited(values []int, f func(int) error) (failed int, err error) {
	var g errgroup.Group
	var mu sync.Mutex
	g.SetLimit(2)
	for _, v := range values {
		g.Go(func() error {
			if err := f(v); err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed++
			}
			return nil
		})
	}
	err = g.Wait()
	return failed, err
}

// OneAtATime lets one task run at a time.
func OneAtATime(n int, f func(int) int) (sum int) {
	var g errgroup.Group
	g.SetLimit(1)
	for i := range n {
		g.Go(func() error {
			sum += f(i)
			return nil
		})
	}
	g.Wait()
	return sum
}
