// What package sync and package context call, besides harrierFast. Their own
// halves are in ../sync and ../context.

package runtime

import "unsafe"

// Object kinds, as they stand in bits 48 to 51 of an object word; bit 52 is
// the shared mode.
const (
	harrierMutexObject     = 2
	harrierRWMutexObject   = 3
	harrierWaitGroupObject = 4
	harrierCondObject      = 5
	harrierOnceObject      = 6
	harrierShared          = 16
)

// harrierObject is the object word of a lock.
func harrierObject(p unsafe.Pointer, kind uint64) uint64 {
	object := uint64(uintptr(p)) | kind<<48
	harrierRegisterLock(object)
	return object
}

// harrierRequest: the caller's caller can't continue at once.
//
//go:linkname harrierRequest
//go:noinline
func harrierRequest(p unsafe.Pointer, kind uint64) {
	fp := *(*uintptr)(unsafe.Pointer(getfp()))
	harrierEmit1(harrierRequestK, harrierStack(getg(), fp), harrierObject(p, kind))
}

//go:linkname harrierAdd
//go:noinline
func harrierAdd(p unsafe.Pointer, delta int) {
	stack := harrierStack(getg(), *(*uintptr)(unsafe.Pointer(getfp())))
	object := harrierObject(p, harrierWaitGroupObject)
	switch delta {
	case 1:
		harrierEmit1(harrierAddK|harrierFlag1, stack, object)
	case -1:
		harrierEmit1(harrierAddK|harrierFlag2, stack, object)
	default:
		harrierEmit2(harrierAddK, stack, object, uint64(int64(delta)))
	}
}

//go:linkname harrierWaited
//go:noinline
func harrierWaited(p unsafe.Pointer, kind uint64) {
	stack := harrierStack(getg(), *(*uintptr)(unsafe.Pointer(getfp())))
	harrierEmit1(harrierWaitedK, stack, harrierObject(p, kind))
}

//go:linkname harrierSignal
//go:noinline
func harrierSignal(p unsafe.Pointer, all bool) {
	kind := uint64(harrierSignalK)
	if all {
		kind = harrierBroadcastK
	}
	stack := harrierStack(getg(), *(*uintptr)(unsafe.Pointer(getfp())))
	harrierEmit1(kind, stack, harrierObject(p, harrierCondObject))
}

// harrierCallOf is where a function was called, if it is the one that pc is in and not inlined
// there; else it is pc. pc is a return address of a caller that is near.
//
//go:linkname harrierCallOf
//go:noinline
func harrierCallOf(name string, pc uintptr) uintptr {
	if f := findfunc(pc); !f.valid() || funcname(f) != name {
		return pc
	}
	const near = 4
	fp := getfp()
	for range near {
		frame := (*[2]uintptr)(unsafe.Pointer(fp)) // of the caller; the return address
		if frame[1] == pc {
			return (*[2]uintptr)(unsafe.Pointer(frame[0]))[1]
		}
		fp = frame[0]
	}
	return pc
}

// harrierIsClosed reports whether a channel is closed, which is no event: a hook asks.
//
//go:linkname harrierIsClosed
func harrierIsClosed(ch unsafe.Pointer) bool { return (*hchan)(ch).closed != 0 }

//go:linkname harrierContext
//go:noinline
func harrierContext(what int, ctx, other unsafe.Pointer) {
	stack := harrierStack(getg(), *(*uintptr)(unsafe.Pointer(getfp())))
	a, b := uint64(uintptr(ctx)), uint64(uintptr(other))
	switch what {
	case 0:
		harrierEmit2(harrierCtxNew, stack, a, b)
	case 1:
		harrierEmit2(harrierCtxDone, stack, a, b)
	case 2:
		harrierEmit1(harrierCtxCancel, stack, a)
	}
}
