// Hooks of package sync/atomic: declared here, defined in package runtime. What
// calls them is made by AtomicEdits, a function for each that asm.s has.

package atomic

import "unsafe"

//go:linkname harrierSerial runtime.harrierSerial
var harrierSerial uint32

//go:linkname harrierAtomic runtime.harrierAtomic
func harrierAtomic(addr unsafe.Pointer, access uint8)

// harrierDetails is 1 if values are recorded.
//
//go:linkname harrierDetails runtime.harrierDetails
var harrierDetails uint32

//go:linkname harrierAfterAtomic runtime.harrierAfterAtomic
func harrierAfterAtomic(addr unsafe.Pointer)

//go:linkname harrierAfterValue runtime.harrierAfterValue
func harrierAfterValue(addr unsafe.Pointer)

//go:linkname harrierNoteFailedAtomic runtime.harrierNoteFailedAtomic
func harrierNoteFailedAtomic()

// Accesses; see ../runtime/control.go.
const (
	harrierLoad   = 1
	harrierStore  = 2
	harrierUpdate = 3

	harrierKindAt = 3 // where the kind of the type begins
)

func harrierBefore(addr unsafe.Pointer, access uint8) {
	if harrierSerial != 0 {
		harrierAtomic(addr, access)
	}
}

// harrierAfterWrite is called after an operation that may have written.
func harrierAfterWrite(addr unsafe.Pointer) {
	if harrierDetails != 0 {
		harrierAfterAtomic(addr)
	}
}

func harrierAfterRead(inVain bool) {
	if inVain && harrierSerial != 0 {
		harrierNoteFailedAtomic()
	}
}
