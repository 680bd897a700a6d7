// Package bug waits for an order to be stopped that was stopped already.
package bug

import "context"

// order is under way until its context is cancelled.
type order struct {
	ctx     context.Context
	started chan struct{}
	stopped chan struct{}
}

// start lets the order begin, and waits for its end if it was cancelled. But the one that
// cancelled it may have looked for a waiter to inform before there was one.
func (o *order) start() {
	o.started <- struct{}{}
	if o.ctx.Err() != nil {
		<-o.stopped // want global-deadlock
	}
}
