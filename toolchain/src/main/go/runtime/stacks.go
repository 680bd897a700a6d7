// Call sites and call stacks.
//
// The frequent operations (locks, channels) record only their call site: one or
// two loads through the frame pointer. The others record their whole stack as an
// index into a table of stacks already written. The table holds hashes only;
// the program counters go to the trace once. Two stacks with the same 64-bit
// hash would be taken for one another; among the some hundred thousand stacks
// that fit, that is a chance of one in a billion.
//
// Frame pointers are followed within the bounds of the goroutine's own stack,
// so a frame without one (assembly, C) cuts a stack short and does no harm.

package runtime

import (
	"internal/abi"
	"internal/goarch"
	"internal/runtime/atomic"
	"unsafe"
)

const (
	// The first slots are enough for most tests, those up to the second for most
	// programs: every stack goes to a place of its own, so a large table is soon in
	// memory as a whole.
	harrierFirstSlots  = 1 << 9
	harrierSecondSlots = 1 << 13
	harrierFirstTries  = 16
	harrierStackSlots  = 1 << 18
	harrierStackTries  = 64
	harrierStackDepth  = 48
	harrierStackSeed   = 0xcbf29ce484222325
)

var (
	harrierStackTab *[harrierStackSlots]uint64
	// deferreturn calls deferred functions: where it is the caller, the
	// function that deferred is one frame up.
	harrierDeferLo, harrierDeferLen uintptr
)

func harrierStacksInit() {
	harrierStackTab = (*[harrierStackSlots]uint64)(persistentalloc(harrierStackSlots*8, 8, &memstats.other_sys))
	if f := findfunc(abi.FuncPCABIInternal(deferreturn)); f.valid() {
		harrierDeferLo = f.entry()
		harrierDeferLen = harrierFuncEnd(f) - harrierDeferLo
	}
}

// harrierFuncEnd is the entry of the function after f.
func harrierFuncEnd(f funcInfo) uintptr {
	pc := f.entry()
	for g := f; g.valid() && g.entry() == f.entry(); g = findfunc(pc) {
		pc += 16
	}
	return pc
}

// harrierSite is the return address of the frame n levels above the one that
// fp points to, past deferreturn.
//
//go:nosplit
func harrierSite(fp uintptr, n int) uint32 {
	for ; n > 0 && fp != 0; n-- {
		fp = *(*uintptr)(unsafe.Pointer(fp))
	}
	if fp == 0 {
		return 0
	}
	pc := *(*uintptr)(unsafe.Pointer(fp + goarch.PtrSize))
	if pc-harrierDeferLo < harrierDeferLen {
		if fp = *(*uintptr)(unsafe.Pointer(fp)); fp != 0 {
			pc = *(*uintptr)(unsafe.Pointer(fp + goarch.PtrSize))
		}
	}
	return harrierOffset(pc)
}

// harrierStack gives the index of the stack whose innermost return address is
// that of the frame fp points to. 0 is no stack.
func harrierStack(gp *g, fp uintptr) uint32 {
	h := uint64(harrierStackSeed)
	n := 0
	lo, hi := gp.stack.lo, gp.stack.hi-2*goarch.PtrSize
	for at := fp; at > lo && at < hi && n < harrierStackDepth; n++ {
		pc := *(*uintptr)(unsafe.Pointer(at + goarch.PtrSize)) - harrierTextLo
		if pc >= harrierTextLen {
			break
		}
		h = harrierStackHash(h, pc)
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
	return harrierStackNamed(h, fp, n)
}

// harrierStackHash adds a program counter, as an offset, to the hash of those
// further in.
func harrierStackHash(h uint64, pc uintptr) uint64 {
	h = (h ^ uint64(pc)) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// harrierStackNamed gives the index of the stack of n frames from fp on, whose
// hash is h.
func harrierStackNamed(h uint64, fp uintptr, n int) uint32 {
	if h == 0 {
		h = 1
	}
	if i := harrierStackIndex(h, fp, n, 0, harrierFirstSlots, harrierFirstTries); i != 0 {
		return i
	}
	if i := harrierStackIndex(h, fp, n, harrierFirstSlots, harrierSecondSlots, harrierFirstTries); i != 0 {
		return i
	}
	return harrierStackIndex(h, fp, n, harrierSecondSlots, harrierStackSlots, harrierStackTries)
}

// harrierStackIndex looks among the slots from lo to hi for the stack of n
// frames from fp on, whose hash is h, and writes it if it is new. 0: it has no
// place there.
func harrierStackIndex(h uint64, fp uintptr, n int, lo, hi, tries uint64) uint32 {
	for at := h % (hi - lo); tries > 0; at, tries = (at+1)%(hi-lo), tries-1 {
		i := uint32(lo + at)
		e := &harrierStackTab[i]
		switch atomic.Load64(e) {
		case h:
			return i + 1
		case 0:
			if atomic.Cas64(e, 0, h) {
				harrierDefineStack(i+1, fp, n)
				return i + 1
			}
			if atomic.Load64(e) == h {
				return i + 1
			}
		}
	}
	return 0
}

// harrierDefineStack writes the n frames from fp on.
func harrierDefineStack(index uint32, fp uintptr, n int) {
	b := harrierBegin(harrierRoom, harrierActor())
	if b == nil {
		return
	}
	p := b.pos
	words := uintptr(n+1) / 2
	b.pos = p + 8 + words*8
	harrierPut(p+words*8, 0) // the second half of the last word may stay empty
	harrierPut(b.pos, 0)
	for i := 0; i < n; i++ {
		harrierPut32(p+8+uintptr(i)*4, harrierOffset(*(*uintptr)(unsafe.Pointer(fp + goarch.PtrSize))))
		fp = *(*uintptr)(unsafe.Pointer(fp))
	}
	kind := uint64(harrierStackK)
	if n == harrierStackDepth {
		kind |= harrierFlag1
	}
	harrierPut(p, kind|uint64(words)<<8|uint64(index)<<32)
	harrierDone(b)
}
