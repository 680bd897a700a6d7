// The layout of frames of arm64.

package runtime

import "unsafe"

// harrierUserPC is the return address of the function whose stack pointer at a
// call was sp. The callee saved that function's frame pointer one word below.
//
//go:nosplit
func harrierUserPC(sp uintptr) uintptr {
	fp := *(*uintptr)(unsafe.Pointer(sp - 8))
	return *(*uintptr)(unsafe.Pointer(fp + 8))
}
