// Which goroutines wait for which objects, as the collector's marking needs to
// know it. GOLF (section 5.3) asks all blocked goroutines after each round of
// marking whether one of their objects was reached, which costs O(N*N) for a
// chain of N. Here the object knows its goroutines: when it is marked for the
// first time they become roots at once, and a chain costs O(N).
//
// A span with watched objects has a place in harrierObjects for each of its
// objects: the head of a list of waits. Spans without cost one look at a flag
// when one of their objects is marked, and nothing at all in a collection that
// does not look for leaks. All tables are outside the heap and hold numbers:
// no write barrier, no allocation while the world is stopped.
//
// The tables only make it fast: harrierFixedPoint asks each goroutine that is
// left again, as Go's own detection does.

package runtime

import (
	"internal/goarch"
	"internal/runtime/atomic"
	"unsafe"
)

// What became of a goroutine of the snapshot in this collection.
const (
	harrierBlocked = iota // not known to be able to run
	harrierByTimer        // in a select with a timer, not known to be woken by anything else
	harrierRoot           // marked from
	harrierLeft           // leaked: marking has reached its fixed point without it
	harrierEnded          // reclaimed
)

var (
	harrierWatching   uint32       // a collection is looking for leaks, and marking
	harrierObjects    harrierBlock // uint32 for each object of a watched span: its first wait, from 1
	harrierWaits      harrierBlock // {goroutine, next wait} as uint32
	harrierSpans      harrierBlock // *mspan of watched spans
	harrierRootStates harrierBlock // uint32 for each goroutine of work.stackRoots
	harrierRootOrder  harrierBlock // uint32 for each job that marks a stack: the goroutine, from 1
	harrierRoots      atomic.Uint32
	harrierTimedRoots uint32     // how many goroutines of the snapshot are harrierByTimer
	harrierFirst      uint32     // how many of them are roots from the start
	harrierGPointers  [64]uint16 // where in a g the pointers are
	harrierGCount     uint32
)

// harrierSnapshot takes the place of allGsSnapshotSortedForGC: it returns all
// goroutines and how many of them are roots from the start. The world is
// stopped. Without memory all are roots, and nothing is found this time.
func harrierSnapshot() ([]*g, int) {
	start := nanotime()
	all := allGsSnapshot()
	n := uintptr(len(all))
	harrierRootStates.reset()
	harrierRootOrder.reset()
	harrierWaits.reset()
	harrierObjects.reset()
	harrierSpans.reset()
	_, ok1 := harrierRootStates.take(n * 4)
	_, ok2 := harrierRootOrder.take(n * 4)
	harrierRoots.Store(0)
	if !ok1 || !ok2 {
		atomic.Store(&harrierWatching, 0)
		return all, len(all)
	}
	atomic.Store(&harrierWatching, 1)
	harrierGType()
	harrierTimedRoots, harrierSleepers = 0, 0
	for i, gp := range all {
		if gp.harrierPhase != 0 && !harrierIsLeaked(gp) {
			harrierRuns(gp)
		}
		sleeps := harrierSleepsOn(gp)
		if !sleeps && (!harrierMayLeak(gp) || !harrierWatchAll(gp, uint32(i))) {
			*harrierRootStates.word(uintptr(i)) = harrierRoot
			*harrierRootOrder.word(uintptr(harrierRoots.Add(1) - 1)) = uint32(i) + 1
			continue
		}
		if gp.waitsince == 0 {
			gp.waitsince = start
		}
		if sleeps || harrierHasTimerCase(gp) {
			*harrierRootStates.word(uintptr(i)) = harrierByTimer
			harrierTimedRoots++
		}
		harrierHide(gp)
	}
	if harrierTimedRoots != 0 {
		harrierPassOverLimits(harrierMostTimers)
	}
	harrierCost.Add(nanotime() - start)
	harrierFirst = harrierRoots.Load()
	return all, int(harrierFirst)
}

// harrierRuns notes that a goroutine that was proved leaked has run. That takes
// a pointer hidden from the collector, as a number or in C; nothing is
// reclaimed in this process from then on.
func harrierRuns(gp *g) {
	harrierRevived.Add(1)
	gp.harrierPhase = 0
}

// harrierGType finds which words of a g are pointers.
func harrierGType() {
	if harrierGCount == 0 {
		var example any = (*g)(nil)
		elem := (*ptrtype)(unsafe.Pointer(efaceOf(&example)._type)).Elem
		mask := getGCMask(elem)
		for i := uintptr(0); i < elem.PtrBytes/goarch.PtrSize; i++ {
			if *addb(mask, i/8)>>(i%8)&1 != 0 {
				harrierGPointers[harrierGCount] = uint16(i * goarch.PtrSize)
				harrierGCount++
			}
		}
	}
}

// harrierMayLeak: goroutines that can run, or that something outside the heap
// wakes (system calls, the network, timers, the runtime), never leak. Those of
// a synctest bubble are its business.
func harrierMayLeak(gp *g) bool {
	return readgstatus(gp) == _Gwaiting && !gp.internalBlocked() && gp.bubble == nil
}

// harrierWatchAll enters what gp waits for. False if something of that is not
// in the heap: then it can always be reached.
func harrierWatchAll(gp *g, i uint32) bool {
	switch {
	case gp.waitreason.isChanWait():
		timed := harrierHasTimerCase(gp)
		for sg := gp.waiting; sg != nil; sg = sg.waitlink {
			if timed && harrierIsTime(gp, sg.c.get()) {
				continue
			}
			if !harrierWatch(sg.c.uintptr(), i) {
				return false
			}
		}
		return gp.waiting != nil
	case gp.waitreason.isSyncWait():
		return gp.waiting != nil && harrierWatch(gp.waiting.elem.uintptr(), i)
	case gp.waitreason == waitReasonSelectNoCases, gp.waitreason == waitReasonChanSendNilChan, gp.waitreason == waitReasonChanReceiveNilChan:
		return true
	}
	return false
}

func harrierWatch(addr uintptr, i uint32) bool {
	s := spanOfHeap(addr)
	if s == nil {
		return false
	}
	if s.harrierWatch == 0 && !harrierWatchSpan(s) {
		return false
	}
	wait, ok := harrierWaits.take(8)
	if !ok {
		return false
	}
	head := harrierObjects.word(uintptr(s.harrierWatch-1) + s.objIndex(addr))
	*harrierWaits.word(wait / 4) = i
	*harrierWaits.word(wait/4 + 1) = *head
	*head = uint32(wait/8) + 1
	return true
}

func harrierWatchSpan(s *mspan) bool {
	at, ok := harrierSpans.take(8)
	if !ok {
		return false
	}
	from, ok := harrierObjects.take(uintptr(s.nelems) * 4)
	if !ok {
		harrierSpans.used = at
		return false
	}
	*harrierSpans.addr(at / 8) = uintptr(unsafe.Pointer(s))
	s.harrierWatch = uint32(from/4) + 1
	arena, page, mask := pageIndexOf(s.base())
	arena.harrierWatched[page] |= mask
	return true
}

// harrierHide keeps the marking from what only a blocked goroutine leads to.
// Its g counts as scanned: all of them are reached from allgs, and a deferred
// call in the heap or a sudog would lead on from there. The objects are also
// reached from the treap of semaphores. The write barrier is on already, and
// would mark what is hidden.
func harrierHide(gp *g) {
	if gp.waitreason.isSyncWait() {
		harrierClearPointer(&gp.waiting.elem.vp)
	} else {
		for sg := gp.waiting; sg != nil; sg = sg.waitlink {
			harrierClearPointer(&sg.c.vp)
		}
	}
	at := uintptr(unsafe.Pointer(gp))
	if s := spanOfHeap(at); s != nil {
		gcmarknewobject(s, s.base()+s.objIndex(at)*s.elemsize)
	}
}

// harrierScanG makes up for harrierHide when a goroutine is marked from. Most
// pointers of one that is blocked are nil: to look at them one by one takes half as
// long as to scan it all.
//
//go:nowritebarrier
func harrierScanG(gp *g, gcw *gcWork, job uint32) {
	if harrierWatching == 0 || job < harrierFirst {
		return
	}
	for _, offset := range harrierGPointers[:harrierGCount] {
		at := uintptr(unsafe.Pointer(gp)) + uintptr(offset)
		if *(*uintptr)(unsafe.Pointer(at)) != 0 {
			scanblock(at, goarch.PtrSize, &oneptrmask[0], gcw, nil)
		}
	}
}

// harrierObjectMarked runs after the first marking of an object in a watched span,
// perhaps on several threads at once.
//
//go:nowritebarrierrec
func harrierObjectMarked(s *mspan, object uintptr) {
	if s.harrierWatch == 0 {
		return
	}
	wait := *harrierObjects.word(uintptr(s.harrierWatch-1) + object)
	for wait != 0 {
		harrierMakeRoot(*harrierWaits.word(uintptr(wait-1) * 2))
		wait = *harrierWaits.word(uintptr(wait-1)*2 + 1)
	}
}

// harrierObjectMarkedInline is harrierObjectMarked for spans that keep their own mark bits.
//
//go:nowritebarrierrec
func harrierObjectMarkedInline(arena *heapArena, addr, object uintptr) {
	harrierObjectMarked(arena.spans[(addr/pageSize)%pagesPerArena], object)
}

//go:nowritebarrierrec
func harrierMakeRoot(i uint32) {
	state := atomic.Load(harrierRootStates.word(uintptr(i)))
	if state <= harrierByTimer && atomic.Cas(harrierRootStates.word(uintptr(i)), state, harrierRoot) {
		harrierPush(i)
	}
}

//go:nowritebarrierrec
func harrierPush(i uint32) {
	atomic.Store(harrierRootOrder.word(uintptr(harrierRoots.Add(1)-1)), i+1)
	work.markrootJobs.Add(1)
}

// harrierRootOf says which goroutine a job marks the stack of. Another thread
// may be about to write it.
//
//go:nowritebarrierrec
func harrierRootOf(job uint32) uint32 {
	if harrierWatching == 0 {
		return job
	}
	for {
		if i := atomic.Load(harrierRootOrder.word(uintptr(job))); i != 0 {
			return i - 1
		}
		osyield()
	}
}

// harrierMarkRoots does one job of marking a stack for gcDrain, which has run
// out of objects.
//
//go:nowritebarrier
func harrierMarkRoots(gcw *gcWork, flushBgCredit bool) bool {
	if harrierWatching == 0 || work.markrootNext.Load() >= work.markrootJobs.Load() {
		return false
	}
	job, ok := gcNextMarkRoot()
	if ok {
		markroot(gcw, job, flushBgCredit)
	}
	return ok
}

// harrierMarkingEnds undoes what harrierSnapshot did. The world is stopped and
// marking is over: all that is shown again is marked, or was given up with its
// goroutine. Hence the stores without write barrier.
func harrierMarkingEnds() {
	if harrierWatching == 0 {
		return
	}
	start := nanotime()
	atomic.Store(&harrierWatching, 0)
	for i := uintptr(0); i < harrierSpans.used/8; i++ {
		s := (*mspan)(unsafe.Pointer(*harrierSpans.addr(i)))
		s.harrierWatch = 0
		arena, page, mask := pageIndexOf(s.base())
		arena.harrierWatched[page] &^= mask
	}
	for i := uintptr(0); i < harrierWaits.used/8; i++ {
		gp := work.stackRoots[*harrierWaits.word(i * 2)]
		// The links of a semaphore's sudog lead to those of other goroutines.
		for sg := gp.waiting; sg != nil; sg = sg.waitlink {
			harrierShow(&sg.elem)
			harrierShow(&sg.c.maybeTraceablePtr)
			if !gp.waitreason.isChanWait() {
				break
			}
		}
	}
	harrierCost.Add(nanotime() - start)
}

func harrierShow(p *maybeTraceablePtr) {
	*(*uintptr)(unsafe.Pointer(&p.vp)) = p.vu
}
