// Atomics of the program as scheduling points.
//
// They are none where the compiler makes machine instructions of them, as it does
// unless it is asked not to: the packages that are explored are compiled with
// -d=ssa/intrinsics/off, so that their atomics are calls of package sync/atomic,
// whose functions come here first.

package runtime

import (
	"internal/abi"
	"internal/stringslite"
	"unsafe"
)

// harrierAtomic is called before an access to memory by an atomic function, or by
// what is used like one: atomic.Value, sync.Map and sync.Pool. access has the kind of the
// type of what is accessed in its upper bits. Where Go's own
// packages do that, for the buffers of package fmt and the like, it is their own
// concern. Some of theirs come here all the same: stores of pointers, which are
// always calls, and code of generic types that the program's packages instantiate.
//
//go:linkname harrierAtomic
func harrierAtomic(addr unsafe.Pointer, access uint8) {
	gp := harrierAtPoint()
	if gp == nil {
		return
	}
	pc, name := harrierCallerOf(gp, getfp())
	if harrierIsStandard(name) {
		return
	}
	harrierDecideOf(gp, uintptr(addr), access&harrierAnyWay, pc)
	if kind := abi.Kind(access >> harrierKindAt); harrierDetails != 0 && kind != abi.Invalid {
		harrierRecordAccess(gp, addr, kind, access&harrierAnyWay != harrierLoad)
	}
}

// harrierUse is called before Go's own library accesses what decides what a function of
// its shows to the program, as context.Context.Err: an atomic, a descriptor's state, a
// timer. It is a scheduling point whichever goroutine calls that function. Recorded with it is the
// program's code that did, or else the library's.
//
//go:linkname harrierUse
func harrierUse(addr unsafe.Pointer, access uint8) {
	gp := harrierAtPoint()
	if gp == nil {
		return
	}
	harrierDecideOf(gp, uintptr(addr), access, harrierProgramAbove(gp, getfp()))
	if access == harrierLoad {
		harrierNoteFailedPoll()
	}
}

// How a timer is used.
const (
	harrierStops    = 1
	harrierResets   = 2
	harrierOfTicker = 4 // with one of the others: it is a ticker
)

// The timer that the present operation uses, 0 if it has no record; and in which time that fires if
// it is reset.
var (
	harrierTimerInUse uintptr
	harrierTimerDelay int64
)

// harrierUseTimer is harrierUse of a timer of package time, before it is stopped or, to fire at when,
// reset.
func harrierUseTimer(t *timer, how uint8, when int64) {
	harrierTimerInUse = 0
	gp := harrierAtPoint()
	if gp == nil {
		return
	}
	delay := when - harrierNow()
	if bubble := gp.bubble; t.isFake && bubble != nil {
		delay = when - bubble.now
	}
	if t.period != 0 {
		how |= harrierOfTicker
	}
	gp.harrierDescriptor = how
	harrierDecideOf(gp, uintptr(unsafe.Pointer(t)), harrierOfTimer, harrierProgramAbove(gp, getfp()))
	harrierTimerInUse, harrierTimerDelay = uintptr(unsafe.Pointer(t)), delay
}

// harrierUsedTimer is called when a timer has been stopped or reset; running is whether it
// would have fired.
func harrierUsedTimer(t *timer, running bool) bool {
	if harrierDetails != 0 {
		harrierRecordTimer(t, running)
	}
	return running
}

// harrierProgramAbove is the return address in the innermost frame above fp that is
// the program's; the first one where none is near.
func harrierProgramAbove(gp *g, fp uintptr) uintptr {
	frames := harrierFramesFrom(gp, fp)
	first, name := frames.next()
	for pc := first; pc != 0; pc, name = frames.next() {
		if !harrierIsStandard(name) {
			return pc
		}
	}
	return first
}

// harrierNoteFailedAtomic is called when an atomic has read: a goroutine that only reads, again
// and again, waits for another goroutine.
//
//go:linkname harrierNoteFailedAtomic
func harrierNoteFailedAtomic() { harrierNoteFailedPoll() }

// harrierCallerOf is the return address, and the function that it is in, of the
// innermost frame above fp that is not an atomic's own. What package sync does
// by atomics is its own concern, like what atomic.Value does: their methods that
// are points call harrierAtomic themselves.
func harrierCallerOf(gp *g, fp uintptr) (pc uintptr, name string) {
	function := false // whether it is one of sync/atomic's
	frames := harrierFramesFrom(gp, fp)
	for pc, name = frames.next(); pc != 0; pc, name = frames.next() {
		switch {
		case stringslite.HasPrefix(name, "runtime."):
			function = true
		case stringslite.HasPrefix(name, "sync/atomic."):
			if function && stringslite.HasPrefix(name, "sync/atomic.(*Value).") {
				return
			}
			function = true
		case stringslite.HasPrefix(name, "sync.") && !function:
		default:
			return
		}
	}
	return
}

// harrierIsStandard reports whether a function is of Go's own packages: the first
// part of their paths has no dot, and is not that of what is explored.
func harrierIsStandard(function string) bool {
	if stringslite.HasPrefix(function, "main.") || function == "" {
		return false
	}
	for i := 0; i < len(function); i++ {
		if function[i] == '/' {
			return len(harrierExplored) < i || function[:i] != harrierExplored[:i]
		}
		if function[i] == '.' {
			for k := i; k < len(function) && function[k] != '(' && function[k] != '['; k++ {
				if function[k] == '/' {
					return false // the dot was one of the path
				}
			}
			return len(harrierExplored) < i || function[:i] != harrierExplored[:i]
		}
	}
	return false
}
