package bug

import (
	"context"
	"testing"
)

func TestStart(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := &order{ctx: ctx, started: make(chan struct{}, 1), stopped: make(chan struct{})}
	go func() {
		<-o.started
		cancel()
		select {
		case o.stopped <- struct{}{}:
		default:
		}
	}()
	o.start()
}
