// Hooks of package sync: declared here, defined in package runtime. The
// wrappers are edits of the functions themselves.

package sync

import (
	"internal/race"
	"unsafe"
)

//go:linkname harrierOn runtime.harrierOn
var harrierOn uint32

//go:linkname harrierSerial runtime.harrierSerial
var harrierSerial uint32

//go:linkname harrierPoints runtime.harrierPoints
var harrierPoints uint32

//go:linkname harrierSchedulingPoint runtime.harrierSchedulingPoint
func harrierSchedulingPoint(object unsafe.Pointer)

// harrierPoint comes before every operation of this package that another
// goroutine can see.
func harrierPoint(object unsafe.Pointer) {
	if harrierPoints != 0 {
		harrierSchedulingPoint(object)
	}
}

// Record kinds and object kinds; see ../runtime/emit.go and locks.go.
const (
	harrierAcquireRecord = 0x21
	harrierReleaseRecord = 0x22
	harrierRefusedRecord = 0x27

	harrierMutexKind     = 2
	harrierRWMutexKind   = 3
	harrierWaitGroupKind = 4
	harrierCondKind      = 5
	harrierOnceKind      = 6
	harrierSharedMode    = 16
)

// The runtime reads readerCount (../runtime/freed.go).
var _ = [1]struct{}{}[unsafe.Offsetof(RWMutex{}.readerCount)-16]

//go:linkname harrierRequest runtime.harrierRequest
func harrierRequest(p unsafe.Pointer, kind uint64)

//go:linkname harrierFast runtime.harrierFast
func harrierFast(kind, object uint64, pc uintptr)

//go:linkname harrierAdd runtime.harrierAdd
func harrierAdd(p unsafe.Pointer, delta int)

//go:linkname harrierWaited runtime.harrierWaited
func harrierWaited(p unsafe.Pointer, kind uint64)

//go:linkname harrierSignal runtime.harrierSignal
func harrierSignal(p unsafe.Pointer, all bool)

func harrierAcquire(p unsafe.Pointer, kind uint64, pc uintptr) {
	harrierFast(harrierAcquireRecord, uint64(uintptr(p))|kind<<48, pc)
}

func harrierRelease(p unsafe.Pointer, kind uint64, pc uintptr) {
	harrierFast(harrierReleaseRecord, uint64(uintptr(p))|kind<<48, pc)
}

// harrierRefused records in a controlled run that a lock that was tried was not free.
// Trying again and again is waiting for others.
func harrierRefused(p unsafe.Pointer, kind uint64, pc uintptr) {
	if harrierSerial != 0 {
		harrierFast(harrierRefusedRecord, uint64(uintptr(p))|kind<<48, pc)
		harrierNoteFailedPoll()
	}
}

//go:linkname harrierNoteFailedPoll runtime.harrierNoteFailedPoll
func harrierNoteFailedPoll()

// harrierOnceCaller is where Do was called, from which pc calls doSlow: with race detection Do is
// not inlined, and pc is in it.
func harrierOnceCaller(pc uintptr) uintptr {
	if harrierOn == 0 {
		return pc
	}
	return harrierCallOf("sync.(*Once).Do", pc)
}

//go:linkname harrierCallOf runtime.harrierCallOf
func harrierCallOf(name string, pc uintptr) uintptr

func harrierOnceEnter(o *Once, pc uintptr) {
	if harrierOn == 0 {
		o.m.mu.Lock()
		return
	}
	harrierPoint(unsafe.Pointer(o))
	if !o.m.mu.TryLock() {
		harrierRequest(unsafe.Pointer(o), harrierOnceKind)
		o.m.mu.Lock()
	}
	harrierAcquire(unsafe.Pointer(o), harrierOnceKind, pc)
}

func harrierOnceLeave(o *Once, pc uintptr) {
	if harrierOn != 0 {
		harrierRelease(unsafe.Pointer(o), harrierOnceKind, pc)
	}
	o.m.mu.Unlock()
}

//go:linkname harrierInput runtime.harrierInput
func harrierInput(kind uint8)

//go:linkname harrierAtomic runtime.harrierAtomic
func harrierAtomic(p unsafe.Pointer, access uint8)

func (m *Map) harrierUse(access uint8) { harrierAtomic(unsafe.Pointer(m), access) }

func (p *Pool) harrierUse(access uint8) { harrierAtomic(unsafe.Pointer(p), access) }

// harrierTicket stands for one waiter of a cond, by its ticket: a byte of the list of
// waiters behind its two counters. Tickets that are many apart have one byte.
func harrierTicket(c *Cond, t uint32) unsafe.Pointer {
	const counters = 8
	return unsafe.Add(unsafe.Pointer(&c.notify), counters+uintptr(t)%(unsafe.Sizeof(c.notify)-counters))
}

// harrierNotify informs the race detector that this comes before the end of the next
// wait, or of all that have begun.
func harrierNotify(c *Cond, all bool) {
	end := c.notify.wait
	if !all && c.notify.notify != end {
		end = c.notify.notify + 1
	}
	for t := c.notify.notify; t != end; t++ {
		race.ReleaseMerge(harrierTicket(c, t))
	}
}
