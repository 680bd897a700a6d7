// What channels do. Every hook is where the fate of the operation is decided, inside the
// channel's lock.

package patch

//harrier:in runtime/chan.go

func makechan() {
	//harrier:before return c
	if harrierOn != 0 {
		harrierMakeChan(c, size)
	}
}

func chansend() {
	//harrier:after if !block && c.closed == 0 && full(c) {
	if harrierOn != 0 {
		harrierSendFailed(c, callerpc)
	}

	// A panic follows. What was tried is written, so that its channel is known.
	//harrier:after if c.closed != 0 {
	//harrier:next unlock(&c.lock)
	if harrierOn != 0 {
		harrierSent(c, callerpc, nil, block)
	}

	//harrier:after if sg := c.recvq.dequeue(); sg != nil {
	if harrierOn != 0 {
		harrierSent(c, callerpc, sg, block)
	}

	//harrier:after if c.qcount < c.dataqsiz {
	if harrierOn != 0 {
		harrierSent(c, callerpc, nil, block)
	}

	//harrier:after if !block {
	//harrier:next unlock(&c.lock)
	if harrierOn != 0 {
		harrierSendFailed(c, callerpc)
	}
}

//go:noinline
func chanrecv() {
	//harrier:after if atomic.Load(&c.closed) == 0 {
	if harrierOn != 0 {
		harrierReceiveFailed(c, sys.GetCallerSP())
	}

	//harrier:after if empty(c) {
	if harrierOn != 0 {
		harrierReceived(c, sys.GetCallerSP(), nil, false, block)
	}

	//harrier:after if c.qcount == 0 {
	if harrierOn != 0 {
		harrierReceived(c, sys.GetCallerSP(), nil, false, block)
	}

	//harrier:after if sg := c.sendq.dequeue(); sg != nil {
	if harrierOn != 0 {
		harrierReceived(c, sys.GetCallerSP(), sg, true, block)
	}

	//harrier:after if c.qcount > 0 {
	if harrierOn != 0 {
		harrierReceived(c, sys.GetCallerSP(), nil, true, block)
	}

	//harrier:after if !block {
	//harrier:next unlock(&c.lock)
	if harrierOn != 0 {
		harrierReceiveFailed(c, sys.GetCallerSP())
	}
}

// The select with one case and a default, where the plan has a preference for it.
//
//go:noinline
func selectnbsend() {
	if harrierAnyPreference != 0 {
		if s, r, ok := harrierTry(c, elem, 1, getfp()); ok {
			_ = r
			return s
		}
	}
}

//go:noinline
func selectnbrecv() {
	if harrierAnyPreference != 0 {
		if s, r, ok := harrierTry(c, elem, 0, getfp()); ok {
			_ = r
			return s, r
		}
	}
}

func closechan() {
	//harrier:after if c.closed != 0 {
	//harrier:next unlock(&c.lock)
	if harrierOn != 0 {
		harrierClosed(c)
	}

	//harrier:after c.closed = 1
	if harrierOn != 0 {
		harrierClosed(c)
	}
}
