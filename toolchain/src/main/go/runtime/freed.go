// Which locks are gone. A lock is an address to the hooks, and the allocator
// gives an address away again when the object there is garbage: without a word
// about it two locks, one after the other, would look like one, and orders of
// locking be joined that have nothing to do with each other.
//
// So the locks on the heap that were used are kept in a table, and each
// collection records, after marking and before any memory is given away, which of
// them it found dead. In front of the table every P has a small cache of the
// addresses it has seen: a hook pays one load and one comparison. What finds no
// place in the table is recorded as it was before there was a table: not at all.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	harrierSeenSlots = 1024    // of a P's cache
	harrierLockSlots = 1 << 16 // of the table
	harrierLockTries = 16
	harrierFreedMost = 16 // addresses in a record

	harrierLockGone = 1 // in the table: there was one

	harrierReaderCount = 16 // where a sync.RWMutex has it (../sync/hooks.go)
)

// harrierLockTable holds object words (locks.go); 0 ends a search. harrierLockList
// has the slots in use, in no order.
var (
	harrierLockTable *[harrierLockSlots]atomic.Uintptr
	harrierLockList  *[harrierLockSlots]uint32
	harrierLockCount atomic.Uint32
)

// harrierSeen is a P's cache: addresses without their last three bits, which
// distinguish no two locks, cut to 32 bits. Two that are 32 GiB apart would be
// taken for one another: the second might not get into the table.
type harrierSeen [harrierSeenSlots]uint32

func harrierFreedInit() {
	harrierLockTable = (*[harrierLockSlots]atomic.Uintptr)(persistentalloc(harrierLockSlots*8, 8, &memstats.other_sys))
	harrierLockList = (*[harrierLockSlots]uint32)(persistentalloc(harrierLockSlots*4, 8, &memstats.other_sys))
}

// harrierSeenSlot is where in a cache an address has its place.
func harrierSeenSlot(p uint64) uint64 {
	return (p>>3 ^ p>>12) % harrierSeenSlots
}

// harrierRegisterLock sees to it that the lock is in the table.
//
//go:nosplit
func harrierRegisterLock(object uint64) {
	p := uintptr(object & harrierAddress)
	pp := getg().m.p.ptr()
	if pp == nil {
		return
	}
	slot := harrierSeenSlot(uint64(p))
	if pp.harrierSeen[slot] == uint32(p>>3) {
		return
	}
	pp.harrierSeen[slot] = uint32(p >> 3)
	if spanOf(p) != nil {
		harrierKeep(uintptr(object &^ (harrierShared << 48)))
	}
}

//go:nosplit
func harrierKeep(object uintptr) {
	i := (object>>3 ^ object>>19) % harrierLockSlots
	for tries := 0; tries < harrierLockTries; tries++ {
		e := &harrierLockTable[i]
		was := e.Load()
		for was <= harrierLockGone {
			if e.CompareAndSwap(was, object) {
				if n := harrierLockCount.Add(1); n <= harrierLockSlots {
					harrierLockList[n-1] = uint32(i)
				}
				return
			}
			was = e.Load()
		}
		if was == object {
			return
		}
		i = (i + 1) % harrierLockSlots
	}
}

// harrierMarked comes when a collection has marked and not begun to sweep. The
// world is stopped. No goroutine waits for a lock that is recorded here: the goroutine that did
// would have kept it alive.
func harrierMarked() {
	if harrierOn == 0 {
		return
	}
	var gone [harrierFreedMost]uintptr
	n := 0
	for i := harrierLockCount.Load(); i > 0; {
		i--
		slot := harrierLockList[i]
		p := harrierLockTable[slot].Load() & harrierAddress
		if harrierAlive(p) {
			continue
		}
		harrierLockTable[slot].Store(harrierLockGone)
		last := harrierLockCount.Add(-1)
		harrierLockList[i] = harrierLockList[last]
		if gone[n] = p; n == len(gone)-1 {
			harrierReportFreed(&gone, len(gone))
			n = 0
		} else {
			n++
		}
	}
	if n > 0 {
		harrierReportFreed(&gone, n)
	}
	for _, pp := range allp {
		pp.harrierSeen = harrierSeen{}
		// What is later at the address of the last object is another one.
		if !harrierAlive(uintptr(pp.harrier.object & harrierAddress)) {
			pp.harrier.object = 0
		}
	}
}

// harrierAlive says whether the collection found the object that p points
// into. What has a finalizer is swept later, whatever its mark.
func harrierAlive(p uintptr) bool {
	s := spanOf(p)
	if s == nil || s.state.get() != mSpanInUse {
		return true
	}
	if s.markBitsForIndex(s.objIndex(p)).isMarked() {
		return true
	}
	for special := s.specials; special != nil; special = special.next {
		if special.kind == _KindSpecialFinalizer && s.objIndex(s.base()+uintptr(special.offset)) == s.objIndex(p) {
			return true
		}
	}
	return false
}

// harrierAnyHeld reports whether a lock on the heap is held by the look of its first
// words. If one is, the collector is worth asking whether anything can still
// unlock it.
func harrierAnyHeld() bool {
	for i := harrierLockCount.Load(); i > 0; {
		i--
		object := uint64(harrierLockTable[harrierLockList[i]].Load())
		if harrierIsHeld(uintptr(object&harrierAddress), object>>48) {
			return true
		}
	}
	return false
}

func harrierIsHeld(p uintptr, kind uint64) bool {
	s := spanOf(p)
	if s == nil || s.state.get() != mSpanInUse || s.isUserArenaChunk {
		return false
	}
	switch kind {
	case harrierMutexObject:
		return *(*uint32)(unsafe.Pointer(p))&1 != 0
	case harrierRWMutexObject:
		return p+harrierReaderCount < s.limit &&
			(*(*uint32)(unsafe.Pointer(p))&1 != 0 || *(*int32)(unsafe.Pointer(p + harrierReaderCount)) != 0)
	}
	return false
}

func harrierReportFreed(gone *[harrierFreedMost]uintptr, n int) {
	b := harrierBeginApart(harrierRoom, 0)
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 8 + uintptr(n)*8
	b.object = 0
	harrierPut(b.pos, 0)
	for i := 0; i < n; i++ {
		harrierPut(p+8+uintptr(i)*8, uint64(gone[i]))
	}
	*(*uint64)(unsafe.Pointer(p)) = harrierFreed | uint64(n)<<8 | t
	harrierDone(b)
}
