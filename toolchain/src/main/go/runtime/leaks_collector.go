// Proof of leaks by the collector (Go 1.26 and newer): a goroutine that waits
// for objects which nothing that can still run reaches will wait for ever.
// This is GFuzz's Algorithm 1 with the collector's marking in place of its own
// bookkeeping of references, and GOLF's fixed point.

package runtime

import "internal/runtime/atomic"

var (
	harrierLeakCost atomic.Int64 // nanoseconds spent looking for leaks
	harrierLeakMu   atomic.Uint32
)

// harrierTickers is 1 while a detecting collection marks as if tickers woke
// nobody, and 2 when it goes on from there as Go does.
var harrierTickers uint32

// harrierAffordLeaks keeps the search below a fortieth of the run, after an
// allowance for short ones. What is skipped here is found at the end, and
// belongs to the same test.
func harrierAffordLeaks() bool {
	return harrierLeakCost.Load() < 10*1000*1000+(nanotime()-runtimeInitTime)/40
}

// harrierFindLeaks runs a detecting collection and marks the goroutines that
// it proved stuck. The collector's own status for them is taken back at once:
// a program that prints its stacks, or that keeps a reference where the
// collector can't see it, then behaves as without Harrier.
func harrierFindLeaks() {
	if memstats.enablegc == false || !harrierLeakMu.CompareAndSwap(0, 1) {
		return
	}
	start := nanotime()
	harrierEachG(func(gp *g) { gp.harrierTicking = false })
	harrierChooseReclaimed()
	harrierTickers = 1
	goroutineLeakGC()
	harrierTickers = 0
	harrierEachG(func(gp *g) {
		if !gp.atomicstatus.CompareAndSwap(_Gleaked, _Gwaiting) || gp.harrierSystem {
			return
		}
		// "select {}" at the end of main keeps a program alive: an idiom.
		if gp.goid != 1 || gp.waitreason != waitReasonSelectNoCases {
			gp.harrierLeaked = true
		}
	})
	harrierLeakCost.Add(nanotime() - start)
	harrierLeakMu.Store(0)
}

// harrierIgnores tells whether the channel c is no reason to take gp for live: it
// is a ticker's, and gp is in a select that waits for something else, too.
// Nobody but the ticker may be left who wakes it.
func harrierIgnores(gp *g, c *hchan) bool {
	return harrierTickers == 1 && gp.goid != 1 && harrierIsTicker(c) && harrierWaitsForOther(gp)
}

func harrierIsTicker(c *hchan) bool { return c.timer != nil && c.timer.period > 0 }

// harrierWaitsForOther tells whether gp waits for a channel besides those of tickers.
func harrierWaitsForOther(gp *g) bool {
	for sg := gp.waiting; sg != nil; sg = sg.waitlink {
		if !harrierIsTicker(sg.c.get()) {
			return true
		}
	}
	return false
}

// harrierTickersSeen is called, with the world stopped, where marking has
// reached its fixed point. What has not been reached by then are goroutines that
// wait for nothing but what they reach themselves. Those that a ticker wakes are
// noted, and count as live from there on: they may wake others.
func harrierTickersSeen() bool {
	if harrierTickers != 1 {
		return false
	}
	for _, gp := range work.stackRoots[work.nMaybeRunnableStackRoots:work.nStackRoots] {
		if gp.waitreason != waitReasonSelect {
			continue
		}
		for sg := gp.waiting; sg != nil; sg = sg.waitlink {
			if harrierIsTicker(sg.c.get()) && !gp.harrierSystem {
				gp.harrierTicking = true
			}
		}
	}
	harrierTickers = 2
	return true
}
