// Where marking has reached its fixed point: what is still blocked is leaked.
//
// The result sticks to the goroutine (its number and since when it waits), not
// to its status, which stays "waiting". Go's own detection keeps it as a
// status that the next detecting collection takes back before it has proved it
// again; a profile read at that moment misses the goroutine (golang/go issue
// 79452), and waking a goroutine that has that status would end the process.
// Here reports, profiles and collections may overlap as they like: the proof
// holds until the goroutine runs, which it does only if something had hidden a
// pointer from the collector.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

// How far a leaked goroutine is. Kept in g.harrierPhase.
const (
	harrierFresh      = iota + 1 // proved, not reported yet
	harrierKept                  // reported, stays
	harrierCareful               // reported, may be reclaimed if proved again and if it can hold no lock
	harrierDoomed                // reported, may be reclaimed if proved again
	harrierFinalizers            // reported; would be reclaimed, but leads to an object with a finalizer
)

var (
	harrierCost       atomic.Int64  // nanoseconds
	harrierCycles     atomic.Uint64 // collections that looked
	harrierLeakedEver atomic.Uint64 // goroutines, ever
	harrierReclaimed  atomic.Uint64
	harrierBytesKept  atomic.Int64
	harrierLeakedNow  atomic.Int64 // leaked and not reclaimed
	harrierSettled    bool         // harrierFixedPoint has found it in this collection
)

// harrierIsLeaked reports whether gp is proved to be leaked. It may run while gp does.
func harrierIsLeaked(gp *g) bool {
	return gp.harrierPhase != 0 && gp.harrierGoid == gp.goid && gp.harrierSince == gp.waitsince && readgstatus(gp)&^_Gscan == _Gwaiting && gp.waitsince != 0
}

// harrierDue makes the collection that starts look for leaks if it is its turn.
func harrierDue() {
	if harrierMode != harrierOff && memstats.numgc%harrierEvery == 0 {
		work.goroutineLeak.pending.Store(true)
	}
}

// harrierMustMark runs where marking seems complete, with the world stopped:
// does it have to continue?
func harrierMustMark() bool {
	if work.markrootNext.Load() < work.markrootJobs.Load() {
		harrierSettled = false // the last write barriers made roots
		return true
	}
	start := nanotime()
	more := false
	systemstack(func() { more = harrierFixedPoint() })
	harrierCost.Add(nanotime() - start)
	return more
}

// harrierFixedPoint finds out whether marking is complete, and if so, handles
// the leaked goroutines. It returns whether there is more to mark.
func harrierFixedPoint() bool {
	harrierSettled = true
	if harrierWatching == 0 {
		work.goroutineLeak.done = true
		return false
	}
	left, more := uint32(0), false
	n := uint32(len(work.stackRoots))
	if harrierRoots.Load() < n {
		for i := uint32(0); i < n; i++ {
			if *harrierRootStates.word(uintptr(i)) == harrierBlocked {
				if harrierMayRun(work.stackRoots[i]) {
					harrierMakeRoot(i)
					more = true
				} else {
					left++
				}
			}
		}
	}
	// What nothing else wakes is noted before time wakes any, for they may know each other.
	if harrierTimedRoots != 0 {
		more = harrierRootPolling(n, true) || more
		if !more {
			more = harrierRootPolling(n, false)
			more = harrierFollowLimits() || more
			harrierTimedRoots = 0
		}
	}
	if more {
		harrierSettled = false
		return true
	}
	work.goroutineLeak.done = true
	harrierCycles.Add(1)
	if left == 0 {
		harrierCountLeaked(0)
		return false
	}
	for i := uint32(0); i < n; i++ {
		if *harrierRootStates.word(uintptr(i)) == harrierBlocked {
			*harrierRootStates.word(uintptr(i)) = harrierLeft
		}
	}
	return harrierHandle(n)
}

// harrierMayRun asks one goroutine that no marking reached. One that ran since
// the snapshot and waits again, or that another took the place of, is looked at
// next time: running took its waitsince.
func harrierMayRun(gp *g) bool {
	return gp.waitsince == 0 || gp.isMaybeRunnable() || isSystemGoroutine(gp, false)
}

// harrierHandle looks at those that are left, reclaims what may be reclaimed,
// and makes roots of the others: what they hold has to stay.
func harrierHandle(n uint32) bool {
	harrierCycle++
	looks := harrierBeginWalks()
	for i := uint32(0); i < n; i++ {
		if *harrierRootStates.word(uintptr(i)) != harrierLeft {
			continue
		}
		gp := work.stackRoots[i]
		switch {
		case gp.goid == 1 && gp.waitreason == waitReasonSelectNoCases:
			// "select {}" at the end of main keeps a program running: an idiom.
			harrierKeepLeaked(gp, i)
		case !harrierIsLeaked(gp):
			harrierFound(gp, i, looks)
		case !harrierMayEnd(gp, looks):
			harrierKeepLeaked(gp, i)
		}
	}
	kept := harrierReclaimLeft(n)
	harrierCountLeaked(kept)
	return kept != 0
}

// harrierMayEnd decides about a goroutine that was reported in an earlier
// collection and is proved leaked again.
func harrierMayEnd(gp *g, looks uint32) bool {
	if gp.harrierPhase != harrierDoomed && gp.harrierPhase != harrierCareful || harrierRevived.Load() != 0 || traceEnabled() {
		return false
	}
	if gp.harrierPhase == harrierCareful && harrierMayHoldLock(gp) {
		return false
	}
	if looks == 0 {
		return true
	}
	found := harrierWalk(gp, looks)
	if found&harrierToFinalizer != 0 {
		gp.harrierPhase = harrierFinalizers
	}
	return found == 0
}

// harrierMayHoldLock: does the stack lead to a lock that a goroutine waits for? A
// lock has no owner in Go, so this is as much as can be known.
func harrierMayHoldLock(gp *g) bool {
	for p := gp.sched.sp; p < gp.stack.hi; p += 8 {
		addr := *(*uintptr)(unsafe.Pointer(p))
		s := spanOf(addr)
		if s == nil || s.state.get() != mSpanInUse || s.harrierWatch == 0 || addr < s.base() || addr >= s.limit {
			continue
		}
		wait := *harrierObjects.word(uintptr(s.harrierWatch-1) + s.objIndex(addr))
		for ; wait != 0; wait = *harrierWaits.word(uintptr(wait-1)*2 + 1) {
			other := work.stackRoots[*harrierWaits.word(uintptr(wait-1) * 2)]
			if other != gp && other.waitreason.isMutexWait() {
				return true
			}
		}
	}
	return false
}

// harrierFound notes a goroutine that is proved leaked for the first time. One
// that a weak pointer leads to may yet be woken: its object lives as long as
// the goroutine holds it. It counts as live.
func harrierFound(gp *g, i uint32, looks uint32) {
	gp.harrierPhase = 0
	found := harrierWalk(gp, looks)
	// What could not be looked at for lack of time is next time's.
	if found&harrierToWeak == 0 && (found&harrierTooMuch == 0 || looks&harrierToWeak == 0) {
		gp.harrierPhase = harrierFresh
		gp.harrierGoid = gp.goid
		gp.harrierSince = gp.waitsince
		gp.harrierFinding = 0
		harrierLeakedEver.Add(1)
		if harrierMode != harrierOff {
			harrierQueue(gp, found)
		}
	}
	harrierKeepLeaked(gp, i)
}

// harrierKeepLeaked marks from a goroutine that can't run, and from its objects.
func harrierKeepLeaked(gp *g, i uint32) {
	*harrierRootStates.word(uintptr(i)) = harrierRoot
	harrierPush(i)
	gp.harrierStays = harrierCycle
	switch {
	case gp.waitreason.isChanWait():
		for sg := gp.waiting; sg != nil; sg = sg.waitlink {
			shade(sg.c.uintptr())
		}
	case gp.waitreason.isSyncWait():
		shade(gp.waiting.elem.uintptr())
	}
}

// harrierReclaimLeft reclaims the goroutines that are still neither roots nor
// kept, and returns how many of the others have to be marked from.
func harrierReclaimLeft(n uint32) (kept uint32) {
	for i := uint32(0); i < n; i++ {
		if *harrierRootStates.word(uintptr(i)) == harrierLeft {
			gp := work.stackRoots[i]
			if gp.waitreason.isSyncWait() && gp.waitreason != waitReasonSyncCondWait && !harrierAllGivenUp(gp) {
				harrierKeepLeaked(gp, i)
			}
		}
	}
	for i := uint32(0); i < n; i++ {
		if *harrierRootStates.word(uintptr(i)) == harrierLeft {
			*harrierRootStates.word(uintptr(i)) = harrierEnded
			harrierReclaimOne(work.stackRoots[i])
		}
	}
	return work.markrootJobs.Load() - work.markrootNext.Load()
}

// harrierIsGivenUp: of what was decided in this collection, before any is reclaimed.
func harrierIsGivenUp(gp *g) bool {
	return gp.harrierStays != harrierCycle && harrierIsLeaked(gp)
}

// harrierIsReclaimed is called for each goroutine that is.
func harrierIsReclaimed(gp *g) {
	if gp.harrierFinding != 0 {
		atomic.Xadd64(&harrierFindings()[gp.harrierFinding-1].reclaimed, 1)
	}
	gp.harrierPhase = 0
	harrierReclaimed.Add(1)
}

// harrierCountLeaked says how many goroutines the profile has to have room for.
func harrierCountLeaked(kept uint32) {
	count := int64(0)
	if kept != 0 {
		for _, gp := range work.stackRoots {
			if harrierIsLeaked(gp) {
				count++
			}
		}
	}
	harrierLeakedNow.Store(count)
	work.goroutineLeak.count = int(count)
}

const harrierMadeDepth = 8

// harrierLeakRecord is one entry of the queue from the collection to the
// reporter, which says what it stands for later, without the world stopped.
type harrierLeakRecord struct {
	gp     uintptr
	goid   uint64
	since  int64
	bytes  uint64
	found  uint32
	object uintptr // to distinguish objects, never followed
	typ    *_type
	cap    uint64
	len    uint64
	made   [harrierMadeDepth]uintptr
}

var (
	harrierQueued  harrierBlock
	harrierTaken   harrierBlock
	harrierQueueMu atomic.Uint32
)

func harrierQueue(gp *g, found uint32) {
	harrierLock(&harrierQueueMu)
	if at, ok := harrierQueued.take(unsafe.Sizeof(harrierLeakRecord{})); ok {
		r := (*harrierLeakRecord)(unsafe.Pointer(harrierQueued.at + at))
		r.gp = uintptr(unsafe.Pointer(gp))
		r.goid, r.since, r.found, r.bytes = gp.goid, gp.waitsince, found, harrierWalked.bytes
		harrierDescribe(gp, r)
	}
	harrierUnlock(&harrierQueueMu)
}

// harrierDescribe says what gp waits for, as far as it can be known: a lock is
// a number within some other object.
func harrierDescribe(gp *g, r *harrierLeakRecord) {
	switch {
	case gp.waiting == nil:
	case gp.waitreason.isChanWait():
		c := gp.waiting.c.get()
		if r.found&harrierFoundPolling != 0 {
			c = harrierOther(gp)
		}
		r.object = uintptr(unsafe.Pointer(c))
		*(*uintptr)(unsafe.Pointer(&r.typ)) = uintptr(unsafe.Pointer(c.elemtype))
		r.cap, r.len = uint64(c.dataqsiz), uint64(c.qcount)
	case gp.waitreason.isSyncWait():
		r.object = gp.waiting.elem.uintptr()
	}
	harrierMadeAt(r.object, &r.made)
}

// harrierMadeAt gives the stack that made an object, if the memory profile has
// a sample of it.
func harrierMadeAt(object uintptr, made *[harrierMadeDepth]uintptr) {
	s := spanOfHeap(object)
	if s == nil {
		return
	}
	index := s.objIndex(object)
	for sp := s.specials; sp != nil; sp = sp.next {
		if sp.kind == _KindSpecialProfile && sp.offset/s.elemsize == index {
			copy(made[:], (*specialprofile)(unsafe.Pointer(sp)).b.stk())
			return
		}
	}
}
