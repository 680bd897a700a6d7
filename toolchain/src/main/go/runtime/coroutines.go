// Coroutines of iter.Pull: one runs on when next or stop is called, and both refer to
// its coro. The collector's detection takes them for live by themselves.

package runtime

import "unsafe"

// harrierHides reports whether gp is no root by itself: a sleeper, as long as those are
// looked for, or a coroutine that stands in its sequence, and whose coro nothing has reached
// yet. A goroutine that waits for the next value of one has its place there meanwhile, and is
// not hidden.
func harrierHides(gp *g) bool {
	if harrierTickers == harrierSleepersApart && harrierMayBeApart(gp) {
		gp.harrierKnown = !harrierIsApart(gp)
		return !gp.harrierKnown
	}
	if harrierTickers == 0 || gp.goid == 1 || gp.waitreason != waitReasonCoroutine {
		return false
	}
	c := (*coro)(unsafe.Pointer(gp.harrierCoro))
	return c != nil && c.gp.ptr() == gp && !isMarkedOrNotInHeap(unsafe.Pointer(c))
}
