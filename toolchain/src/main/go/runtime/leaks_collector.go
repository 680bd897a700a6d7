// Proof of leaks by the collector (Go 1.26 and newer): a goroutine that waits
// for objects which nothing that can still run reaches will wait for ever.
// This is GFuzz's Algorithm 1 with the collector's marking in place of its own
// bookkeeping of references, and GOLF's fixed point.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

var (
	harrierLeakCost atomic.Int64 // nanoseconds spent looking for leaks
	harrierLeakMu   atomic.Uint32
)

// harrierTickers is 0, or the goroutines that time wakes, as far as a detecting collection has come. It
// marks on from one to the next.
var harrierTickers uint32

// harrierEnds says that leaks are looked for at the end of the process.
var harrierEnds bool

const (
	harrierSleepersApart = iota + 1 // neither sleepers, nor timers or tickers in a select
	harrierTimersApart              // neither timers nor tickers in a select
	harrierTickersApart             // no tickers in a select
	harrierNoneApart                // all, as Go has it
)

func harrierProofsStart() { harrierLimits = 1 }

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
	harrierPollEnded = false
	harrierEachG(func(gp *g) { gp.harrierTicking, gp.harrierPolling = false, false })
	harrierDropStoppedTimers()
	harrierChooseReclaimed()
	harrierTickers = harrierTimersApart
	if harrierEnds {
		harrierForgetApart()
		harrierTickers, harrierHoldsTimers = harrierSleepersApart, 1
	}
	goroutineLeakGC()
	harrierTickers, harrierHoldsTimers = 0, 0
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

// harrierDropStoppedTimers removes timers that are stopped from the heaps of timers. They
// may stay there for long, and lead to what they would have called: the timer of a
// context that was canceled leads to its parent.
func harrierDropStoppedTimers() {
	for _, pp := range allp {
		pp.timers.lock()
		pp.timers.adjust(0, true)
		pp.timers.unlock()
	}
}

// harrierFindPolls looks again for goroutines that time wakes, at the end of the process:
// one that ran during the collection was live then. On the virtual clock none does. It
// continues until none of them runs, for a moment.
func harrierFindPolls() {
	if harrierSerial != 0 {
		harrierLetPoll()
		return
	}
	defer harrierLetComeRound()
	for start, looks := nanotime(), 0; looks < 25; looks++ {
		runs, unproved := false, false
		harrierEachG(func(gp *g) {
			s := harrierState(gp)
			if gp.harrierPolling {
				runs = runs || s != harrierWaiting && s != harrierTicking
			} else if gp.harrierTest != 0 && gp.harrierRuns == 0 {
				unproved = unproved || s == harrierWaiting && harrierWaitsForTimer(gp)
			}
		})
		unproved = unproved && nanotime()-start < 100*1000*1000
		if unproved && looks%5 == 0 {
			harrierFindLeaks()
		} else if !runs && !unproved {
			return
		}
		timeSleep(100 * 1000 << (looks / 5))
	}
}

// harrierComesRound waits for gp to be seen in another round.
func harrierComesRound(gp *g) bool {
	return gp.harrierPolling || gp.harrierApart && gp.waitreason == waitReasonSleep && !harrierCameRound(gp)
}

// harrierLetPoll lets ten seconds pass on the virtual clock, or as much as costs little, in
// which goroutines that only time wakes may show that they come round again and again.
func harrierLetPoll() {
	before := harrierTickets.Load()
	for nap, napped := int64(1000*1000), int64(0); napped < 10*1000*1000*1000 && harrierTickets.Load()-before < 1000; nap = min(2*nap, 1000*1000*1000) {
		any := false
		harrierEachG(func(gp *g) { any = any || harrierComesRound(gp) })
		if !any {
			return
		}
		timeSleep(nap)
		napped += nap
	}
}

// harrierWaitsForTimer reports whether gp is in a select with a timer, or ticker, and
// something else.
func harrierWaitsForTimer(gp *g) bool {
	timer, other := false, false
	if gp.waitreason == waitReasonSelect {
		for sg := gp.waiting; sg != nil; sg = sg.waitlink {
			isTimer := sg.c.get().timer != nil || harrierIsOwnTimeout(gp, sg.c.get())
			timer, other = timer || isTimer, other || !isTimer
		}
	}
	return timer && other
}

// harrierIgnores reports whether the channel c is no reason to take gp for live: it
// is a ticker's, a timer's or that of a context with a time limit of its own, and gp is in a
// select that waits for something else as well. Nothing but time may be left that wakes it.
func harrierIgnores(gp *g, c *hchan) bool {
	return gp.goid != 1 && harrierIsIgnored(gp, c) && harrierWaitsForOther(gp)
}

func harrierIsIgnored(gp *g, c *hchan) bool {
	switch harrierTickers {
	case harrierSleepersApart, harrierTimersApart:
		return harrierIsTicker(c) || (c.timer != nil || harrierIsOwnTimeout(gp, c)) && gp.harrierRuns == 0
	case harrierTickersApart:
		return harrierIsTicker(c)
	}
	return false
}

func harrierIsTicker(c *hchan) bool { return c.timer != nil && c.timer.period > 0 }

// harrierWaitsForOther reports whether gp waits for a channel besides those that are ignored.
func harrierWaitsForOther(gp *g) bool {
	for sg := gp.waiting; sg != nil; sg = sg.waitlink {
		if !harrierIsIgnored(gp, sg.c.get()) {
			return true
		}
	}
	return false
}

// harrierTickersSeen is called, with the world stopped, where marking has
// reached its fixed point. What has not been reached by then are goroutines that
// wait for nothing but what they reach themselves. Those that a ticker wakes are
// noted, and count as live from there on: they may wake others. Sleepers come first, then
// those that timers wake. False: there is nothing left to note.
func harrierTickersSeen() bool {
	if harrierTickers == 0 || harrierTickers == harrierNoneApart {
		return false
	}
	for _, gp := range work.stackRoots[work.nMaybeRunnableStackRoots:work.nStackRoots] {
		if harrierTickers == harrierSleepersApart && harrierMayBeApart(gp) {
			harrierNoteApart(gp)
		}
		if gp.waitreason != waitReasonSelect {
			continue
		}
		for sg := gp.waiting; sg != nil; sg = sg.waitlink {
			if c := sg.c.get(); gp.harrierSystem || !harrierIsIgnored(gp, c) {
				continue
			}
			switch harrierTickers {
			case harrierSleepersApart:
				harrierNoteApart(gp)
			case harrierTimersApart:
				gp.harrierPolling = true
			case harrierTickersApart:
				gp.harrierTicking = true
			}
		}
	}
	harrierTickers++
	harrierHoldsTimers = 0
	return true
}
