// Places of accesses: a program counter, and the callers of its function as the
// index of a stack that was seen before. Stacks are kept here, and written into
// the trace only with a race.

package runtime

import (
	"internal/goarch"
	"internal/stringslite"
	"unsafe"
)

const (
	harrierPlaceDepth = 32
	harrierPlaceSlots = 1 << 17
	harrierPlaceTries = 64
	harrierPlaceWords = 1 << 21

	// In the place of a call's address: the caller has to be looked for.
	harrierAtomicCaller  = 1 // outside sync/atomic
	harrierLibraryCaller = 2 // outside package runtime
)

// harrierStackShelf has the stacks: in words, each is its length and its program
// counters, innermost first; slots find them by hash. A table takes memory page by page
// as it is touched, and a stack may have its slot anywhere: so the first slots, one page
// of them, are used first, and are enough for most tests.
type harrierStackShelf struct {
	slots   [harrierPlaceSlots]harrierStackSlot
	words   [harrierPlaceWords]uint32
	next    uint32
	scratch [harrierPlaceDepth]uint32
}

type harrierStackSlot struct {
	hash  uint32
	index uint32 // into words; 0 is a free slot
}

// Where the ranges of slots end that are used one after the other.
const (
	harrierPlaceFirst  = 1 << 9
	harrierPlaceSecond = 1 << 13
)

var harrierStackStore *harrierStackShelf

// harrierFindPlace is the program counter of an access, and sees to it that r.stack
// is that of the callers. The walk is only made if a function was entered or left
// since the last one.
func harrierFindPlace(r *harrierRacer, fp, callpc uintptr) uint32 {
	gp := getg().m.curg
	if r.goid == 0 {
		r.goid = uint32(gp.goid)
	}
	lo, hi := gp.stack.lo, gp.stack.hi-2*goarch.PtrSize
	if fp <= lo || fp >= hi {
		r.frame, r.stack = 0, 0
		return 0
	}
	pc := *(*uintptr)(unsafe.Pointer(fp + goarch.PtrSize))
	if callpc != 0 {
		for n := 0; n < 8 && fp > lo && fp < hi && !harrierIsCaller(pc, callpc); n++ {
			if fp = *(*uintptr)(unsafe.Pointer(fp)); fp <= lo || fp >= hi {
				r.frame, r.stack = 0, 0
				return harrierOffset(callpc)
			}
			pc = *(*uintptr)(unsafe.Pointer(fp + goarch.PtrSize))
		}
	}
	frame := *(*uintptr)(unsafe.Pointer(fp))
	if frame <= lo || frame >= hi {
		r.frame, r.stack = 0, 0
		return harrierOffset(pc)
	}
	caller := *(*uintptr)(unsafe.Pointer(frame + goarch.PtrSize))
	if frame != r.frame || caller != r.caller {
		r.stack = harrierCallers(frame, lo, hi)
		r.frame, r.caller = frame, caller
	}
	return harrierOffset(pc)
}

// harrierIsCaller reports whether a return address is that of the code whose access it is.
func harrierIsCaller(pc, callpc uintptr) bool {
	if callpc > harrierLibraryCaller {
		return pc == callpc
	}
	f := findfunc(pc - 1)
	if !f.valid() {
		return true
	}
	name := funcname(f)
	if callpc == harrierAtomicCaller {
		return !stringslite.HasPrefix(name, "sync/atomic.") && !stringslite.HasPrefix(name, "runtime.")
	}
	return !stringslite.HasPrefix(name, "runtime.") && !stringslite.HasPrefix(name, "internal/race.")
}

// harrierCallers interns the return addresses from frame on. 0: there is no room.
func harrierCallers(frame, lo, hi uintptr) uint32 {
	t := harrierStackStore
	h := uint32(2166136261)
	n := uint32(0)
	for at := frame; at > lo && at < hi && n < harrierPlaceDepth; n++ {
		pc := harrierOffset(*(*uintptr)(unsafe.Pointer(at + goarch.PtrSize)))
		if pc == 0 {
			break
		}
		t.scratch[n] = pc
		h = (h ^ pc) * 16777619
		h ^= h >> 15
		next := *(*uintptr)(unsafe.Pointer(at))
		if next <= at {
			n++
			break
		}
		at = next
	}
	if n == 0 {
		return 0
	}
	if i := harrierStackAmong(t, h, n, 0, harrierPlaceFirst); i != 0 {
		return i
	}
	if i := harrierStackAmong(t, h, n, harrierPlaceFirst, harrierPlaceSecond); i != 0 {
		return i
	}
	return harrierStackAmong(t, h, n, harrierPlaceSecond, harrierPlaceSlots)
}

// harrierStackAmong interns the n program counters in scratch, whose hash is h, with a
// slot from lo up to hi. 0: there is none for it.
func harrierStackAmong(t *harrierStackShelf, h, n, lo, hi uint32) uint32 {
	for i, tries := h%(hi-lo), 0; tries < harrierPlaceTries; i, tries = (i+1)%(hi-lo), tries+1 {
		slot := &t.slots[lo+i]
		if slot.index == 0 {
			if t.next+n+1 > harrierPlaceWords {
				return 0
			}
			at := t.next
			t.next += n + 1
			t.words[at] = n
			copy(t.words[at+1:at+1+n], t.scratch[:n])
			slot.hash, slot.index = h, at
			return at
		}
		if slot.hash == h && harrierIsStack(t, slot.index, n) {
			return slot.index
		}
	}
	return 0
}

func harrierIsStack(t *harrierStackShelf, at, n uint32) bool {
	if t.words[at] != n {
		return false
	}
	for k := uint32(0); k < n; k++ {
		if t.words[at+1+k] != t.scratch[k] {
			return false
		}
	}
	return true
}
