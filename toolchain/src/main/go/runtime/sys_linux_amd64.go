// System call numbers of linux/amd64, and the layout of its frames.

package runtime

import "unsafe"

const (
	harrierSysMmap       = 9
	harrierSysMunmap     = 11
	harrierSysPwrite     = 18
	harrierSysMremap     = 25
	harrierSysMadvise    = 28
	harrierSysGetpid     = 39
	harrierSysTruncate   = 76
	harrierSysClock      = 228
	harrierSysOpenat     = 257
	harrierSysReadlinkat = 267
	harrierSysFallocate  = 285
)

// harrierUserPC is the return address of the function whose stack pointer at a
// call was sp. The callee's frame lies below it: return address, saved frame
// pointer.
//
//go:nosplit
func harrierUserPC(sp uintptr) uintptr {
	fp := *(*uintptr)(unsafe.Pointer(sp - 16))
	return *(*uintptr)(unsafe.Pointer(fp + 8))
}
