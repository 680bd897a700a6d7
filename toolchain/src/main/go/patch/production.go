// harrier build: the collector finds leaked goroutines while it marks. None of the hooks
// that record a trace is called here; the directory leaks says what each of these calls
// does.

package patch

//harrier:in runtime/runtime2.go

type g struct {
	harrierPhase, harrierStays, harrierFinding uint32
	harrierGoid                                uint64
	harrierSince                               int64
	harrierPollGoid                            uint64
	harrierRound                               int64
	harrierAwaited                             uintptr
	harrierRounds                              uint32
	harrierPollTold                            bool
}

//harrier:in runtime/mheap.go

type mspan struct {
	harrierWatch uint32
}

type heapArena struct {
	harrierWatched [pagesPerArena / 8]uint8
}

// Which collections look, and where marking has reached its fixed point.

//harrier:in runtime/mgc.go

func gcenable() {
	//harrier:end
	harrierLeaksStart()
}

func gcStart() {
	//harrier:before if work.goroutineLeak.pending.Load() {
	harrierDue()

	//harrier:instead setSyncObjectsUntraceable()
	work.goroutineLeak.done = false
}

func gcMarkDone() {
	//harrier:instead if restart || (work.goroutineLeak.enabled && !work.goroutineLeak.done) {
	if restart || (work.goroutineLeak.enabled && !work.goroutineLeak.done && harrierMustMark()) {
	}

	//harrier:instead work.goroutineLeak.done = findGoroutineLeaks()
	work.goroutineLeak.done = harrierSettled
}

func gcMarkTermination() {
	if work.goroutineLeak.enabled {
		harrierMarkingEnds()
	}

	//harrier:instead gcRestoreSyncObjects()
	harrierWakeForNews()
}

// Roots, and the moments at which an object is marked for the first time.

//harrier:in runtime/mgcmark.go

func gcPrepareMarkRoots() {
	//harrier:instead if work.goroutineLeak.enabled {
	if work.goroutineLeak.enabled && !useCheckmark {
	}

	//harrier:instead allGsSnapshotSortedForGC()
	harrierSnapshot()
}

func markroot() {
	//harrier:instead gp := work.stackRoots[i-work.baseStacks]
	gp := work.stackRoots[harrierRootOf(i-work.baseStacks)]

	//harrier:after workDone += scanstack(gp, gcw)
	harrierScanG(gp, gcw, i-work.baseStacks)
}

func greyobject() {
	//harrier:after mbits.setMarked()
	if harrierWatching != 0 {
		harrierObjectMarked(span, objIndex)
	}
}

func gcDrain() {
	//harrier:instead // Unable to get work.
	//harrier:next break
	if harrierMarkRoots(gcw, flushBgCredit) {
		continue
	}
}

//harrier:in runtime/mwbbuf.go

func wbBufFlush1() {
	//harrier:after mbits.setMarked()
	if harrierWatching != 0 {
		harrierObjectMarked(span, objIndex)
	}
}

//harrier:in runtime/mgcmark_greenteagc.go

func tryDeferToSpanScan() {
	//harrier:after atomic.Or8(&q.marks[idx], mask)
	if harrierWatching != 0 && ha.harrierWatched[pageIdx]&pageMask != 0 {
		harrierObjectMarkedInline(ha, p, uintptr(objIndex))
	}
}

// A lock that shares its block with other tiny objects is reached whenever one of them is.
// While leaks are looked for, structs that can be one get a block of their own.

//harrier:in runtime/malloc.go

func mallocgc() {
	//harrier:instead if size < maxTinySize && gp.secret == 0 {
	if size < maxTinySize && gp.secret == 0 && (harrierNoTiny == 0 || !harrierMayBeLock(typ)) {
	}
}

// Where the rest of the program learns.

//harrier:in runtime/signal_unix.go

func sighandler() {
	harrierSignaled(sig)
}

//harrier:in runtime/proc.go

func runExitHooks() {
	harrierExits()
}

//harrier:in runtime/traceback.go

func goroutineheader() {
	//harrier:instead if gpstatus == _Gleaked {
	if gpstatus == _Gleaked || harrierIsLeaked(gp) {
	}
}

//harrier:in runtime/mprof.go

func goroutineLeakProfileWithLabelsConcurrent() {
	//harrier:instead if readgstatus(gp1)&^_Gscan == _Gleaked {
	if offset < n && harrierIsLeaked(gp1) {
	}

	//harrier:instead systemstack(func() { saveg(^uintptr(0), ^uintptr(0), gp1, &p[offset], pcbuf) })
	if !harrierSave(gp1, &p[offset], pcbuf) {
		return
	}

	//harrier:instead return n, true
	return offset, true
}
