// Hooks of package context: declared here, defined in package runtime.

package context

import "unsafe"

//go:linkname harrierOn runtime.harrierOn
var harrierOn uint32

const (
	harrierNew = iota
	harrierDone
	harrierCancel
)

//go:linkname harrierContext runtime.harrierContext
func harrierContext(what int, ctx, other unsafe.Pointer)

func harrierMade(c, parent *cancelCtx) {
	if harrierOn != 0 {
		harrierContext(harrierNew, unsafe.Pointer(c), unsafe.Pointer(parent))
	}
}

func harrierMadeDone(c *cancelCtx, done any) {
	if harrierOn != 0 {
		ch := done.(chan struct{})
		harrierContext(harrierDone, unsafe.Pointer(c), *(*unsafe.Pointer)(unsafe.Pointer(&ch)))
	}
}

func harrierCancelled(c *cancelCtx) {
	if harrierOn != 0 {
		harrierContext(harrierCancel, unsafe.Pointer(c), nil)
	}
}
