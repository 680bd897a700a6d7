// What a goroutine leaves behind that is reclaimed, or why it must not be.

package runtime

import (
	"internal/abi"
	"unsafe"
)

// harrierIsRooted: the runtime, C or a coroutine knows the goroutine by other ways
// than what it waits for.
//
//go:nowritebarrierrec
func harrierIsRooted(gp *g) bool {
	return gp.goid == 1 || gp.lockedm != 0 || gp.startpc == abi.FuncPCABIInternal(corostart) || gp._panic != nil || gp.secret != 0 || gp.throwsplit
}

// harrierIsPending: does a deferred call of a frame wait to run that the compiler
// has put in line? A bit in the frame says so.
//
//go:nowritebarrierrec
func harrierIsPending(frame *stkframe) bool {
	info := funcdata(frame.fn, abi.FUNCDATA_OpenCodedDeferInfo)
	return info != nil && *(*uint8)(unsafe.Pointer(frame.varp - harrierVarint(info))) != 0
}

// harrierVarint reads a number as readvarintUnsafe does, and can't panic.
//
//go:nowritebarrierrec
func harrierVarint(p unsafe.Pointer) uintptr {
	n := uintptr(0)
	for shift := uint(0); ; shift += 7 {
		b := *(*uint8)(p)
		n |= uintptr(b&0x7f) << (shift & 31)
		if b&0x80 == 0 {
			return n
		}
		p = add(p, 1)
	}
}
