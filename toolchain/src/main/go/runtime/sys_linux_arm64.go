// System call numbers of linux/arm64, and the layout of its frames.

package runtime

import "unsafe"

const (
	harrierSysPwrite     = 68
	harrierSysTruncate   = 45
	harrierSysFallocate  = 47
	harrierSysOpenat     = 56
	harrierSysReadlinkat = 78
	harrierSysClock      = 113
	harrierSysGetpid     = 172
	harrierSysMunmap     = 215
	harrierSysMremap     = 216
	harrierSysMmap       = 222
	harrierSysMadvise    = 233
)

// harrierUserPC is the return address of the function whose stack pointer at a
// call was sp. The callee saved that function's frame pointer one word below.
//
//go:nosplit
func harrierUserPC(sp uintptr) uintptr {
	fp := *(*uintptr)(unsafe.Pointer(sp - 8))
	return *(*uintptr)(unsafe.Pointer(fp + 8))
}
