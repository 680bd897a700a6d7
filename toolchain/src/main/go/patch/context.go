// Contexts: which is made from which, and when one is canceled.

package patch

//harrier:in context/context.go

type cancelCtx struct {
	harrierHolder canceler
}

func (c *cancelCtx) propagateCancel() {
	//harrier:after if done == nil {
	harrierMade(c, nil)

	//harrier:after case <-done:
	harrierMade(c, nil)

	//harrier:after if p, ok := parentCancelCtx(parent); ok {
	harrierMade(c, p)

	//harrier:after if a, ok := parent.(afterFuncer); ok {
	harrierMade(c, nil)

	//harrier:before goroutines.Add(1)
	harrierMade(c, nil)
}

//harrier:also WithCancelCause
func WithCancel() {
	//harrier:after c := withCancel(parent)
	harrierHeld(c, c)
}

func WithDeadlineCause() {
	//harrier:after c.cancelCtx.propagateCancel(parent, c)
	harrierHeld(&c.cancelCtx, c)
}

func (c *cancelCtx) Done() {
	if harrierFaulty != 0 {
		c.harrierMayEnd()
	}

	//harrier:after c.done.Store(d)
	harrierMadeDone(c, d)
}

func (c *cancelCtx) cancel() {
	//harrier:before d, _ := c.done.Load().(chan struct{})
	harrierCanceled(c)
}
