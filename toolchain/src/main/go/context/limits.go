// What the collector knows of contexts with a time limit: which goroutine made one, and which timer ends
// it.

package context

import "unsafe"

//go:linkname harrierLimits runtime.harrierLimits
var harrierLimits uint32

//go:linkname harrierGoroutine runtime.harrierGoroutine
func harrierGoroutine() uint64

//go:linkname harrierTimed runtime.harrierTimed
func harrierTimed(done unsafe.Pointer, maker uint64)

//go:linkname harrierLimit runtime.harrierLimit
func harrierLimit(timer, ctx unsafe.Pointer, offset, size uintptr)

func harrierMadeLimited(c *timerCtx) {
	if harrierLimits != 0 {
		c.harrierMaker = harrierGoroutine()
	}
}

// harrierMadeLimit is called with c locked. What a time limit changes lies together.
func harrierMadeLimit(c *timerCtx) {
	if harrierLimits != 0 && c.timer != nil {
		from := unsafe.Offsetof(c.cancelCtx) + unsafe.Offsetof(c.cancelCtx.done)
		to := unsafe.Offsetof(c.cancelCtx) + unsafe.Offsetof(c.cancelCtx.cause) + unsafe.Sizeof(c.cancelCtx.cause)
		harrierLimit(unsafe.Pointer(c.timer), unsafe.Pointer(c), from, to-from)
	}
}

func harrierMadeLimitedDone(c *cancelCtx, done any) {
	if c.harrierMaker != 0 {
		ch := done.(chan struct{})
		harrierTimed(*(*unsafe.Pointer)(unsafe.Pointer(&ch)), c.harrierMaker)
	}
}
