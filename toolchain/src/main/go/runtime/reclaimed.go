// What harrier test -reclaim does (Go 1.26 and newer): a leaked goroutine whose
// test is over is reclaimed by the next collection that proves again that it
// leaked, if that leaves nothing behind: no deferred call, no lock, no finalizer,
// cleanup or weak pointer that nothing else leads to.
//
// Findings are made as without it. The trace has all that the goroutine did, and
// each later checkpoint lists it as if it were still there.

package runtime

import "unsafe"

var (
	harrierReclaims    bool
	harrierReclaimable uint32       // goroutines that were chosen before this collection
	harrierPast        harrierBlock // harrierReclaimedG of all that were reclaimed
)

type harrierReclaimedG struct{ goid, state, test uint64 }

func harrierReclaimStart(value string) { harrierReclaims = value == "1" }

// harrierChooseReclaimed chooses the goroutines that the next collection may reclaim. They
// are leaked, by an earlier collection, so that they hold still.
func harrierChooseReclaimed() {
	harrierReclaimable = 0
	if !harrierReclaims || harrierRevived.Load() != 0 || traceEnabled() {
		return
	}
	var running [64]uint32 // tests
	n := 0
	harrierEachG(func(gp *g) {
		if gp.harrierRuns != 0 {
			if n < len(running) {
				running[n] = gp.harrierRuns
			}
			n++
		}
	})
	if n > len(running) {
		return
	}
	harrierCycle++
	harrierEachG(func(gp *g) {
		if !gp.harrierLeaked || gp.waitreason == waitReasonCoroutine || gp.harrierSystem || gp.harrierTest == 0 || gp.harrierRuns != 0 {
			return
		}
		for _, test := range running[:n] {
			if test == gp.harrierTest {
				return
			}
		}
		if harrierLeavesNothing(gp) {
			gp.harrierGivenUp = harrierCycle
			harrierReclaimable++
		}
	})
	if !harrierPast.need(harrierPast.used + uintptr(harrierReclaimable)*unsafe.Sizeof(harrierReclaimedG{})) {
		harrierReclaimable = 0
	}
}

// harrierLeavesNothing looks at the goroutine itself: no call is deferred, and
// nothing else knows it. The scan bit keeps its stack from moving.
func harrierLeavesNothing(gp *g) (nothing bool) {
	if harrierIsRooted(gp) || gp._defer != nil {
		return false
	}
	systemstack(func() {
		if !castogscanstatus(gp, _Gwaiting, _Gscanwaiting) {
			return
		}
		nothing = true
		var u unwinder
		for u.initAt(^uintptr(0), ^uintptr(0), 0, gp, unwindSilentErrors); u.valid(); u.next() {
			nothing = nothing && !harrierIsPending(&u.frame)
		}
		casfrom_Gscanstatus(gp, _Gscanwaiting, _Gwaiting)
	})
	return
}

// harrierReclaimProved is called, with the world stopped, where marking has reached
// its fixed point: those of work.stackRoots that it has not reached are leaked.
func harrierReclaimProved() {
	if harrierReclaimable == 0 || harrierRevived.Load() != 0 || work.nMaybeRunnableStackRoots == work.nStackRoots {
		return
	}
	systemstack(func() {
		left := work.stackRoots[work.nMaybeRunnableStackRoots:work.nStackRoots]
		looks := harrierBeginWalks() | harrierLocksToSee()
		for _, gp := range left {
			if harrierIsGivenUp(gp) && (!gp.harrierLeaked || looks != 0 && harrierWalk(gp, looks) != 0) {
				gp.harrierGivenUp = 0
			}
		}
		for _, gp := range left {
			if harrierIsGivenUp(gp) && gp.waitreason.isSyncWait() && gp.waitreason != waitReasonSyncCondWait && !harrierAllGivenUp(gp) {
				gp.harrierGivenUp = 0
			}
		}
		kept := 0
		for _, gp := range left {
			if harrierIsGivenUp(gp) {
				harrierReclaimOne(gp)
			} else {
				left[kept] = gp
				kept++
			}
		}
		work.nStackRoots -= len(left) - kept
	})
	harrierReclaimable = 0
}

// harrierLocksToSee has walks look out for locks that are held and that only leaked
// goroutines lead to. Freed, they would be recorded as held for good.
func harrierLocksToSee() uint32 {
	w := &harrierWalked
	for i := harrierLockCount.Load(); i > 0; {
		i--
		object := uint64(harrierLockTable[harrierLockList[i]].Load())
		p := uintptr(object & harrierAddress)
		if !harrierIsHeld(p, object>>48) || harrierAlive(p) {
			continue
		}
		if w.locks == harrierHeldMost {
			w.total = harrierWordsCycle + 1 // too many: no walk reaches an end
			break
		}
		w.held[w.locks] = p
		w.locks++
	}
	if w.locks == 0 {
		return 0
	}
	return harrierToHeld
}

func harrierIsGivenUp(gp *g) bool { return gp.harrierGivenUp == harrierCycle }

// harrierIsReclaimed notes what checkpoints have to list of gp.
func harrierIsReclaimed(gp *g) {
	at, _ := harrierPast.take(unsafe.Sizeof(harrierReclaimedG{})) // there is room
	*(*harrierReclaimedG)(unsafe.Pointer(harrierPast.at + at)) = harrierReclaimedG{
		goid:  gp.goid,
		state: harrierLeaked | harrierReason(gp.waitreason)<<8,
		test:  uint64(gp.harrierTest),
	}
	gp.harrierLeaked = false
	gp.harrierGivenUp = 0
	harrierClearPointer(&gp.harrierTimer)
	harrierClearPointer(&gp.harrierPrefers)
}

// harrierNoteRevived is called when a goroutine readies gp. To wake what is proved
// leaked takes a pointer hidden from the collector.
func harrierNoteRevived(gp *g) {
	if gp.harrierLeaked {
		harrierRevived.Add(1)
	}
}

// harrierNobodyRevived reports whether all proofs of the collector have held so far.
func harrierNobodyRevived() bool { return harrierRevived.Load() == 0 }

func harrierReclaimedCount() int {
	return int(harrierPast.used / unsafe.Sizeof(harrierReclaimedG{}))
}

// harrierNoteReclaimed adds those of a test (all if it is 0) to a checkpoint.
func harrierNoteReclaimed(n uintptr, test uint32) uintptr {
	for i := 0; i < harrierReclaimedCount(); i++ {
		r := (*harrierReclaimedG)(unsafe.Pointer(harrierPast.at + uintptr(i)*unsafe.Sizeof(harrierReclaimedG{})))
		if test == 0 || r.test == uint64(test) {
			n = harrierNote(n, r.goid, r.state)
		}
	}
	return n
}
