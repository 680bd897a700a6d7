// The collector proves which goroutines are blocked for good. Needs Go 1.26.

package patch

//harrier:in runtime/mgc.go

func (gp *g) isMaybeRunnable() {
	//harrier:before switch gp.waitreason {
	if harrierHides(gp) {
		return false
	}

	//harrier:instead if isMarkedOrNotInHeap(unsafe.Pointer(sg.c.get())) {
	if isMarkedOrNotInHeap(unsafe.Pointer(sg.c.get())) && !harrierIgnores(gp, sg.c.get()) {
	}
}

func findGoroutineLeaks() {
	//harrier:before if work.nMaybeRunnableStackRoots == work.nStackRoots {
	if work.nMaybeRunnableStackRoots == work.nStackRoots && harrierFollowLimits() {
		return false
	}

	//harrier:before work.goroutineLeak.count = work.nStackRoots
	for harrierTickersSeen() {
		if findMaybeRunnableGoroutines() || harrierTickers > harrierTimersApart && harrierFollowLimits() {
			return false
		}
	}
	harrierReclaimProved()
}

//harrier:in runtime/mgcmark.go

func gcPrepareMarkRoots() {
	//harrier:before work.stackRoots, work.nMaybeRunnableStackRoots = allGsSnapshotSortedForGC()
	if harrierTickers != 0 {
		harrierPassOverLimits(1 << 16)
	}
}

func allGsSnapshotSortedForGC() {
	//harrier:instead if status := readgstatus(gp); status != _Gwaiting || gp.internalBlocked() {
	if status := readgstatus(gp); status != _Gwaiting || gp.internalBlocked() && !harrierHides(gp) {
	}
}

//harrier:in runtime/time.go

func (ts *timers) check() {
	if harrierHoldsTimers != 0 {
		return now, 0, false
	}
}

//harrier:in runtime/coro.go

func newcoro() {
	//harrier:before gp.coroarg = c
	gp.harrierCoro = uintptr(unsafe.Pointer(c))
}
