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

//go:linkname harrierFaulty runtime.harrierFaulty
var harrierFaulty uint32

//go:linkname harrierFault runtime.harrierFault
func harrierFault(kinds uint32, available, passed int) (kind, bytes uint64)

//go:linkname harrierIsClosed runtime.harrierIsClosed
func harrierIsClosed(ch unsafe.Pointer) bool

//go:linkname harrierCalledByTest runtime.harrierCalledByTest
func harrierCalledByTest() bool

const harrierFaultCanceled = 5

// harrierHeld is called when c was made, and its cancel function is given away.
func harrierHeld(c *cancelCtx, all canceler) {
	if harrierFaulty != 0 && harrierCalledByTest() {
		c.harrierHolder = all
	}
}

// harrierMayEnd has a context canceled that c is, or is derived from, if that is decided:
// as by the test that can.
func (c *cancelCtx) harrierMayEnd() {
	if c.harrierHolder == nil {
		return
	}
	if done, _ := c.done.Load().(chan struct{}); done != nil && harrierIsClosed(*(*unsafe.Pointer)(unsafe.Pointer(&done))) {
		return
	}
	if kind, _ := harrierFault(1<<harrierFaultCanceled, 0, 0); kind != 0 {
		c.harrierHolder.cancel(true, Canceled, nil)
	}
}

func harrierMade(c, parent *cancelCtx) {
	if harrierFaulty != 0 && parent != nil {
		c.harrierHolder = parent.harrierHolder
	}
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

func harrierCanceled(c *cancelCtx) {
	if harrierOn != 0 {
		harrierContext(harrierCancel, unsafe.Pointer(c), nil)
	}
}
