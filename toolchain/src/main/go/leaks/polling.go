// Goroutines that time wakes again and again, in a select that waits for something else as well.
// A timer or ticker, or a context with a time limit that the goroutine made itself, is no reason
// to take one for live: if marking reaches none of the other channels, nothing that can still
// run knows them, and only time wakes the goroutine. Whether its loop ends by itself can't be
// seen here, so this is a suspicion, and nothing is reclaimed.
//
// A goroutine that sleeps is one of them if marking reaches nothing that its frames lead to
// (shared/apart.go), and it was seen asleep before. It may read what is global, or call what does
// something: only where more and more of its kind come is that worth a word.
//
// One that waits once, with a time limit, looks the same. So a goroutine counts when three
// collections have seen it in that state for the same channel, and it ran in between.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const (
	harrierPollRounds   = 3
	harrierFoundPolling = 1 << 8 // in harrierLeakRecord.found: time wakes it

	harrierMostTimers = 1 << 12 // what to pass over is looked for with the world stopped

	harrierMostSleepers  = 64 // are looked at in a collection
	harrierSleepersPause = 8  // collections until one that something knows is looked at again
)

var harrierSleepers uint32 // that this collection looks at

var harrierPollingEver atomic.Uint64 // goroutines, ever

// harrierHasTimerCase reports whether gp is in a select with a timer or ticker and
// another channel.
func harrierHasTimerCase(gp *g) bool {
	if gp.waitreason != waitReasonSelect || gp.goid == 1 || isSystemGoroutine(gp, false) {
		return false
	}
	timer := false
	for sg := gp.waiting; sg != nil; sg = sg.waitlink {
		timer = timer || harrierIsTime(gp, sg.c.get())
	}
	return timer && harrierOther(gp) != nil
}

func harrierIsTime(gp *g, c *hchan) bool { return c.timer != nil || harrierIsOwnTimeout(gp, c) }

// harrierIsAwaited: the lowest bit of hchan.harrierMaker distinguishes a channel from one that took its
// place.
func harrierIsAwaited(c *hchan) bool { return c.harrierMaker&1 != 0 }

// harrierOther returns the first channel of gp's select that time closes or sends to in none.
func harrierOther(gp *g) *hchan {
	for sg := gp.waiting; sg != nil; sg = sg.waitlink {
		if c := sg.c.get(); !harrierIsTime(gp, c) {
			return c
		}
	}
	return nil
}

// harrierOtherIsReached: one that ran since the snapshot is looked at next time.
func harrierOtherIsReached(gp *g) bool {
	if gp.waitsince == 0 || readgstatus(gp) != _Gwaiting {
		return true
	}
	if gp.waitreason == waitReasonSleep {
		if harrierIsApart(gp) {
			return false
		}
		gp.harrierAwaited = uintptr(memstats.numgc) + harrierSleepersPause
		return true
	}
	for sg := gp.waiting; sg != nil; sg = sg.waitlink {
		if c := sg.c.get(); !harrierIsTime(gp, c) && isMarkedOrNotInHeap(unsafe.Pointer(c)) {
			return true
		}
	}
	return false
}

// harrierSleepsOn reports whether gp sleeps, and was seen asleep in another round. It is not
// looked at again once it is reported.
func harrierSleepsOn(gp *g) bool {
	if gp.waitreason != waitReasonSleep || readgstatus(gp) != _Gwaiting || gp.goid == 1 || gp.bubble != nil || isSystemGoroutine(gp, false) {
		return false
	}
	if gp.harrierPollGoid != gp.goid {
		gp.harrierPollGoid, gp.harrierAwaited, gp.harrierRounds, gp.harrierRound, gp.harrierPollTold = gp.goid, 0, 0, gp.sleepWhen, false
		return false
	}
	if gp.harrierPollTold || harrierMode == harrierOff || gp.harrierRound == gp.sleepWhen || gp.harrierAwaited > uintptr(memstats.numgc) || harrierSleepers == harrierMostSleepers {
		return false
	}
	harrierSleepers++
	return true
}

// harrierNoteSleeping counts its rounds.
func harrierNoteSleeping(gp *g) {
	gp.harrierRound = gp.sleepWhen
	gp.harrierRounds = min(gp.harrierRounds+1, harrierPollRounds)
	if gp.harrierRounds == harrierPollRounds {
		harrierWalked.bytes = 0
		harrierQueue(gp, harrierFoundPolling)
	}
}

// harrierRootPolling makes roots of the goroutines that time wakes: with onlyReached, of
// those for which something else is reached; else of all, which are noted. It returns
// whether there were any.
func harrierRootPolling(n uint32, onlyReached bool) (more bool) {
	for i := uint32(0); i < n; i++ {
		if *harrierRootStates.word(uintptr(i)) != harrierByTimer {
			continue
		}
		gp := work.stackRoots[i]
		if onlyReached && !harrierOtherIsReached(gp) {
			continue
		}
		if !onlyReached && gp.waitreason == waitReasonSleep {
			harrierNoteSleeping(gp)
		} else if !onlyReached {
			harrierNotePolling(gp)
		}
		harrierMakeRoot(i)
		for sg := gp.waiting; sg != nil && gp.waitreason.isChanWait(); sg = sg.waitlink {
			shade(sg.c.uintptr())
		}
		more = true
	}
	return
}

// harrierNotePolling counts the rounds of a goroutine. A channel that took the place of
// another one has no mark.
func harrierNotePolling(gp *g) {
	c := harrierOther(gp)
	same := gp.harrierPollGoid == gp.goid && gp.harrierAwaited == uintptr(unsafe.Pointer(c)) && harrierIsAwaited(c)
	if !same {
		if gp.harrierPollGoid != gp.goid {
			gp.harrierPollTold = false
		}
		gp.harrierPollGoid, gp.harrierAwaited, gp.harrierRounds = gp.goid, uintptr(unsafe.Pointer(c)), 0
		c.harrierMaker |= 1
	} else if gp.harrierRound == gp.waitsince {
		return
	}
	gp.harrierRound = gp.waitsince
	gp.harrierRounds = min(gp.harrierRounds+1, harrierPollRounds)
	if gp.harrierRounds == harrierPollRounds && !gp.harrierPollTold && harrierMode != harrierOff {
		harrierWalked.bytes = 0
		harrierQueue(gp, harrierFoundPolling)
	}
}
