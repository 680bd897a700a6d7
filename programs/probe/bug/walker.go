package probe

import (
	"context"
	"iter"
)

// A Walker counts to a number.
type Walker struct{ last int }

// NewWalker counts to a number.
func NewWalker(last int) *Walker { return &Walker{last} }

// All are the numbers.
func (w *Walker) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		numbers := make(chan int)
		go func() {
			defer close(numbers)
			for i := range w.last {
				numbers <- i // want goroutine-leak
			}
		}()
		for i := range numbers {
			if !yield(i) {
				return
			}
		}
	}
}

// Watch sends the numbers until the context ends.
func (w *Walker) Watch(ctx context.Context) <-chan int {
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for i := 0; i < w.last && ctx.Err() == nil; i++ {
			numbers <- i // want goroutine-leak
		}
	}()
	return numbers
}
