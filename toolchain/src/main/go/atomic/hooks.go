// Hooks of package sync/atomic: declared here, defined in package runtime. What
// calls them is made by AtomicEdits, a function for each that asm.s has.

package atomic

import "unsafe"

//go:linkname harrierSerial runtime.harrierSerial
var harrierSerial uint32

//go:linkname harrierAtomic runtime.harrierAtomic
func harrierAtomic(addr unsafe.Pointer, access uint8)

//go:linkname harrierNoteFailedAtomic runtime.harrierNoteFailedAtomic
func harrierNoteFailedAtomic()

// Accesses; see ../runtime/control.go.
const (
	harrierLoad   = 1
	harrierStore  = 2
	harrierUpdate = 3
)

func harrierBefore(addr unsafe.Pointer, access uint8) {
	if harrierSerial != 0 {
		harrierAtomic(addr, access)
	}
}

func harrierAfterRead(inVain bool) {
	if inVain && harrierSerial != 0 {
		harrierNoteFailedAtomic()
	}
}
