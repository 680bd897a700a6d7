// Those that can run in a controlled run.
//
// Whenever a decision is due, the runtime's queues are emptied into the ones
// here, so that no decision has to walk through goroutines scattered in memory:
// tests start them by the thousand. The runtime learns from harrierAnyEnabled that
// its P is not without work.

package runtime

import "unsafe"

// harrierCandidate is one that can run, with what strategies look at.
type harrierCandidate struct {
	gp       guintptr
	priority uint64
}

var (
	harrierOfRuntime gQueue // the runtime's own goroutines
	harrierResumed   gQueue // those that the runtime stopped for its own ends
	harrierYielders  gQueue // those that have yielded
	harrierSpinning  gQueue // those that the watchdog stopped

	harrierPicks uint64 // how often one of the program was taken to run next

	// All others, without gaps, in an order that follows from what happened
	// before; harrierAt of each is one more than its index. They are linked,
	// too, from the one that could have run for longest to the one that can for shortest.
	harrierCandidates  uintptr // of the first; outside the heap
	harrierRoomFor     uint64  // so many
	harrierEnabled     uint64  // how many there are
	harrierDelayedOnes uint64  // how many of them stand still while others can run
	harrierOldest      guintptr
	harrierYoungest    guintptr
)

// harrierAnyEnabled reports whether any goroutine can run that is in no queue of the
// runtime.
func harrierAnyEnabled() bool {
	if sched.disable.user {
		return !harrierOfRuntime.empty()
	}
	return harrierEnabled != 0 || !harrierOfRuntime.empty() || !harrierResumed.empty() || !harrierYielders.empty() || !harrierSpinning.empty()
}

// harrierCandidateAt is the candidate with that index.
func harrierCandidateAt(i uint64) *harrierCandidate {
	return (*harrierCandidate)(unsafe.Pointer(harrierCandidates + uintptr(i)*unsafe.Sizeof(harrierCandidate{})))
}

// harrierGather empties the runtime's queues, in the order in which their
// goroutines became able to run.
func harrierGather(pp *p) {
	for ; pp.runqhead != pp.runqtail; pp.runqhead++ {
		harrierAdmit(pp.runq[pp.runqhead%uint32(len(pp.runq))].ptr())
	}
	if gp := pp.runnext.ptr(); gp != nil {
		pp.runnext = 0
		harrierAdmit(gp)
	}
	for gp := sched.runq.pop(); gp != nil; gp = sched.runq.pop() {
		harrierAdmit(gp)
	}
}

func harrierAdmit(gp *g) {
	switch {
	case gp.harrierName == 0:
		harrierOfRuntime.pushBack(gp)
	case gp.harrierAway && !harrierComesBack(gp):
		harrierHeldBack.pushBack(gp)
	case gp.harrierResume:
		harrierResumed.pushBack(gp)
	case gp.harrierSpins:
		harrierSpinning.pushBack(gp)
	case gp.harrierYielded:
		gp.harrierSince = harrierPicks
		harrierYielders.pushBack(gp)
	default:
		harrierEnter(gp)
	}
}

// harrierEnter makes gp a candidate, the youngest.
func harrierEnter(gp *g) {
	if harrierEnabled == harrierRoomFor {
		harrierMakePlaces()
	}
	*harrierCandidateAt(harrierEnabled) = harrierCandidate{guintptr(unsafe.Pointer(gp)), gp.harrierPriority}
	harrierEnabled++
	if gp.harrierDelayed {
		harrierDelayedOnes++
	}
	gp.harrierAt = harrierEnabled
	gp.harrierSince = harrierPicks + 1
	gp.harrierOlder, gp.harrierYounger = harrierYoungest, 0
	if harrierYoungest == 0 {
		harrierOldest.set(gp)
	} else {
		harrierYoungest.ptr().harrierYounger.set(gp)
	}
	harrierYoungest.set(gp)
}

// harrierLeave makes gp a candidate no longer.
func harrierLeave(gp *g) {
	harrierEnabled--
	if gp.harrierDelayed {
		harrierDelayedOnes--
		gp.harrierDelayed = false
	}
	place, last := harrierCandidateAt(gp.harrierAt-1), harrierCandidateAt(harrierEnabled)
	gp.harrierPriority = place.priority
	*place = *last
	place.gp.ptr().harrierAt = gp.harrierAt
	gp.harrierAt = 0
	if gp.harrierOlder == 0 {
		harrierOldest = gp.harrierYounger
	} else {
		gp.harrierOlder.ptr().harrierYounger = gp.harrierYounger
	}
	if gp.harrierYounger == 0 {
		harrierYoungest = gp.harrierOlder
	} else {
		gp.harrierYounger.ptr().harrierOlder = gp.harrierOlder
	}
}

// harrierMakePlaces moves the candidates to where there are twice as many
// places. What they leave is lost: as much, at most, as they use.
func harrierMakePlaces() {
	places := max(2*harrierRoomFor, 64)
	size := unsafe.Sizeof(harrierCandidate{})
	bigger := persistentalloc(uintptr(places)*size, 8, &memstats.other_sys)
	if harrierRoomFor != 0 {
		memmove(bigger, unsafe.Pointer(harrierCandidates), uintptr(harrierEnabled)*size)
	}
	harrierCandidates, harrierRoomFor = uintptr(bigger), places
}
