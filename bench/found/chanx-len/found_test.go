package chanx

import (
	"context"
	"testing"
)

func TestFound(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ch := NewUnboundedChanSize[int](ctx, 0, 0, 1)
	for i := 0; i < 3; i++ {
		ch.In <- i
	}
	ch.Len()
}
