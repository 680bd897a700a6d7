// The layout of frames of amd64.

package runtime

import "unsafe"

// harrierUserPC is the return address of the function whose stack pointer at a
// call was sp. The callee's frame lies below it: return address, saved frame
// pointer.
//
//go:nosplit
func harrierUserPC(sp uintptr) uintptr {
	fp := *(*uintptr)(unsafe.Pointer(sp - 16))
	return *(*uintptr)(unsafe.Pointer(fp + 8))
}
