// Package fixed is informed of the end of an order that was cancelled.
package fixed

import "context"

// order is under way until its context is cancelled.
type order struct {
	ctx     context.Context
	started chan struct{}
	stopped chan struct{}
}

// start lets the order begin, and waits for its end if it was cancelled.
func (o *order) start() {
	o.started <- struct{}{}
	if o.ctx.Err() != nil {
		<-o.stopped
	}
}
