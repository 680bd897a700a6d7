// Inputs of a controlled run: what the program reads and no decision is about. With
// another clock, another number or another file the same schedule may show something
// else, so that the trace says when one is read.
//
// Counted is what the program's code reads, and what Go's library reads on its behalf
// or in a goroutine of its own. What package testing reads for itself is not, nor what
// happens before the program's code begins to run. Each kind is recorded once a goroutine.

package runtime

import "internal/stringslite"

// Kinds of inputs.
const (
	harrierClockInput       = 1 // what time it is
	harrierRandomInput      = 2 // math/rand without a source, crypto/rand, hash/maphash
	harrierSystemInput      = 3 // a call into the system or into C, a descriptor
	harrierEnvironmentInput = 4
	harrierMapOrderInput    = 5
	harrierProcessorsInput  = 6 // GOMAXPROCS, NumCPU
	harrierMemoryInput      = 7 // statistics, stacks, what the collector has found
)

// harrierInputFrames is how far outwards the code that asked is looked for.
const harrierInputFrames = 32

// harrierInput is called when an input is read, on the goroutine's own stack.
//
//go:linkname harrierInput
//go:nosplit
func harrierInput(kind uint8) {
	harrierNoteInput(kind)
	if harrierForking && kind == harrierSystemInput {
		harrierRefuseCopies()
	}
}

//go:nosplit
func harrierNoteInput(kind uint8) {
	gp := getg()
	if harrierSerial == 0 || gp.m == nil || gp != gp.m.curg || gp.harrierName == 0 || gp.harrierInputs&(1<<kind) != 0 {
		return
	}
	fp := getfp()
	// The stack may hold addresses as numbers (package syscall), so it must not grow.
	systemstack(func() {
		if harrierCounts(gp, fp, kind) {
			gp.harrierInputs |= 1 << kind
			if harrierOn != 0 {
				harrierEmit0(harrierInputK, uint32(kind))
			}
		}
	})
}

// harrierCallsSystem is called before a call into the system, and returns what its second
// argument is to be. What is written to standard output and error is no input.
//
//go:linkname harrierCallsSystem
//go:nosplit
func harrierCallsSystem(trap, a1, a2, a3, a4 uintptr) uintptr {
	if trap == harrierSysWrite && a1-1 <= 1 {
		return a2
	}
	harrierNoteInput(harrierSystemInput)
	if harrierForking && !harrierOnlyReads(trap, a2, a3) {
		harrierRefuseCopies()
	}
	if harrierReads != nil || harrierGiven != 0 {
		return harrierCallsForFile(trap, a1, a2, a3, a4)
	}
	return a2
}

// harrierCounts reports whether the program may see what is read below the frame fp.
func harrierCounts(gp *g, fp uintptr, kind uint8) bool {
	frames := harrierFramesFrom(gp, fp)
	frames.left = harrierInputFrames
	for near := true; ; {
		pc, name := frames.next()
		switch {
		case pc == 0:
			return true // a goroutine of the library's, or very far away
		case kind == harrierProcessorsInput && stringslite.HasPrefix(name, "sync."):
			return false // a pool has a part for each
		case name == "testing.AllocsPerRun":
			return true // the program gets what it reads
		case stringslite.HasPrefix(name, "testing."),
			stringslite.HasPrefix(name, "runtime.main"),
			stringslite.HasPrefix(name, "runtime.doInit"):
			return false
		case !harrierIsStandard(name):
			return true
		case harrierIsBetween(name), stringslite.HasPrefix(name, "internal/runtime/"), stringslite.HasPrefix(name, "reflect."):
		default:
			if near && !harrierShows(name, kind) {
				return false
			}
			near = false
		}
	}
}

// harrierShows reports whether a function of Go's library that reads an input may show it:
// not what sorts the keys of a map.
func harrierShows(function string, kind uint8) bool {
	return kind != harrierMapOrderInput ||
		!stringslite.HasPrefix(function, "internal/fmtsort.") && !stringslite.HasPrefix(function, "encoding/json.") &&
			!stringslite.HasPrefix(function, "net/url.") && !stringslite.HasPrefix(function, "flag.")
}
