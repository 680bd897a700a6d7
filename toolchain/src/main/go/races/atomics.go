// Atomics of the program, for the race detector: declared here, defined in package
// runtime. What calls it is made by RaceEdits, a function for each that asm.s has.

package atomic

import "unsafe"

//go:linkname harrierRaceAtomic runtime.harrierRaceAtomic
//go:noescape
func harrierRaceAtomic(addr unsafe.Pointer, size uintptr, how uint8)

// What an operation does; see calls.go.
const (
	harrierRaceLoad   = 1     // acquires
	harrierRaceStore  = 2     // releases
	harrierRaceUpdate = 1 | 2 // both
)
