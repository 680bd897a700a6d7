// Hooks of packages of Go's own whose atomics decide what the program sees, which read
// inputs, or which draw: declared here, defined in package runtime. The calls are in ../patch/library.go
// and inputs.go.

package library

import "unsafe"

//go:linkname harrierSerial runtime.harrierSerial
var harrierSerial uint32

//go:linkname harrierUse runtime.harrierUse
func harrierUse(addr unsafe.Pointer, access uint8)

//go:linkname harrierInput runtime.harrierInput
func harrierInput(kind uint8)

//go:linkname harrierFill runtime.harrierFill
//go:noescape
func harrierFill(b []byte)

// Accesses; see ../runtime/control.go.
const (
	harrierLoad   = 1
	harrierStore  = 2
	harrierUpdate = 3
)

// harrierVisible comes before an access to a variable whose value the program sees.
func harrierVisible[T any](variable *T, access uint8) {
	if harrierSerial != 0 {
		harrierUse(unsafe.Pointer(variable), access)
	}
}
