// Contexts with a time limit, for the collector. Needs Go 1.26.

package patch

//harrier:in context/context.go

type cancelCtx struct {
	harrierMaker uint64
}

func WithDeadlineCause() {
	//harrier:after c.cancelCtx.propagateCancel(parent, c)
	harrierMadeLimited(c)

	//harrier:before return c, func() { c.cancel(true, Canceled, nil) }
	harrierMadeLimit(c)
}

func (c *cancelCtx) Done() {
	//harrier:after c.done.Store(d)
	harrierMadeLimitedDone(c, d)
}

//harrier:in runtime/chan.go

// In what alignment leaves free, so that channels stay as large as they are.
type hchan struct {
	//harrier:after elemsize uint16
	harrierMaker uint16
}

//harrier:in runtime/time.go

// Here as well.
type timer struct {
	//harrier:after isSending atomic.Int32
	harrierEnds uint32
}

func (t *timer) unlockAndRun() {
	//harrier:before f(arg, seq, delay)
	harrierLimitEnds(t, arg)
}
