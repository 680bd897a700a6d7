// Walks by frame pointers, for what has to know at once which code of the program an
// operation is part of. Frames are those of the machine: a call that was compiled
// into another function counts as that function's.

package runtime

import (
	"internal/goarch"
	"internal/stringslite"
	"unsafe"
)

// harrierMostFrames is how many frames of sync and runtime can be between an
// operation and its caller, and then some.
const harrierMostFrames = 12

// harrierFrames is a walk outwards from the frame fp, on a stack from lo to hi.
type harrierFrames struct {
	fp, lo, hi uintptr
	left       int
}

func harrierFramesFrom(gp *g, fp uintptr) harrierFrames {
	return harrierFrames{fp, gp.stack.lo, gp.stack.hi - 2*goarch.PtrSize, harrierMostFrames}
}

// next is the return address that the next frame has, and the name of the function
// that it is in; 0 where the walk is over.
func (w *harrierFrames) next() (pc uintptr, name string) {
	if w.left == 0 || w.fp <= w.lo || w.fp >= w.hi {
		return 0, ""
	}
	pc = *(*uintptr)(unsafe.Pointer(w.fp + goarch.PtrSize))
	f := findfunc(pc - 1)
	if !f.valid() {
		return 0, ""
	}
	w.left--
	w.fp = *(*uintptr)(unsafe.Pointer(w.fp))
	return pc, funcname(f)
}

// nextOfProgram is the next frame that can't be between an operation and the code
// that asked for it.
func (w *harrierFrames) nextOfProgram() (pc uintptr, name string) {
	for pc, name = w.next(); pc != 0 && harrierIsBetween(name); pc, name = w.next() {
	}
	return
}

// harrierIsBetween reports whether a function can be between an operation and the
// program's code.
func harrierIsBetween(name string) bool {
	return stringslite.HasPrefix(name, "runtime.") || stringslite.HasPrefix(name, "sync.") ||
		stringslite.HasPrefix(name, "internal/sync.") || stringslite.HasPrefix(name, "sync/atomic.")
}
