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
	goroutineLeakGC()
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
