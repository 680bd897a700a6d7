// Hooks of package sync: declared here, defined in package runtime. The
// wrappers are edits of the functions themselves.

package sync

import "unsafe"

//go:linkname harrierOn runtime.harrierOn
var harrierOn uint32

// Object kinds; see ../runtime/locks.go.
const (
	harrierMutexKind     = 2
	harrierRWMutexKind   = 3
	harrierWaitGroupKind = 4
	harrierCondKind      = 5
	harrierOnceKind      = 6
	harrierSharedMode    = 16
)

//go:linkname harrierRequest runtime.harrierRequest
func harrierRequest(p unsafe.Pointer, kind uint64)

//go:linkname harrierAcquire runtime.harrierAcquire
func harrierAcquire(p unsafe.Pointer, kind uint64)

//go:linkname harrierRelease runtime.harrierRelease
func harrierRelease(p unsafe.Pointer, kind uint64)

//go:linkname harrierAdd runtime.harrierAdd
func harrierAdd(p unsafe.Pointer, delta int)

//go:linkname harrierWaited runtime.harrierWaited
func harrierWaited(p unsafe.Pointer, kind uint64)

//go:linkname harrierSignal runtime.harrierSignal
func harrierSignal(p unsafe.Pointer, all bool)

//go:noinline
func harrierOnceEnter(o *Once) {
	if harrierOn == 0 {
		o.m.mu.Lock()
		return
	}
	if !o.m.mu.TryLock() {
		harrierRequest(unsafe.Pointer(o), harrierOnceKind)
		o.m.mu.Lock()
	}
	harrierAcquire(unsafe.Pointer(o), harrierOnceKind)
}

//go:noinline
func harrierOnceLeave(o *Once) {
	if harrierOn != 0 {
		harrierRelease(unsafe.Pointer(o), harrierOnceKind)
	}
	o.m.mu.Unlock()
}
