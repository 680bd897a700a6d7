// What package testing calls: the beginning and the end of every test, example
// and round of a benchmark.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

var harrierTestIds atomic.Uint32

// harrierAtFailure is what the race detector has to do when a test is about to fail, or a panic to
// end the process, in a run that records values; nil in others.
var harrierAtFailure func()

// harrierAtPanic is the same where a panic begins, or is recovered.
var harrierAtPanic func(recovered bool)

//go:linkname harrierTestBegin
func harrierTestBegin(name string) (id, parent uint32) {
	gp := getg()
	id = harrierTestIds.Add(1)
	parent = gp.harrierTest
	gp.harrierTest = id
	gp.harrierRuns = id
	if parent == 0 {
		harrierCounted = 0 // what the driver of tests did before is no part of the test
	}
	harrierEmitText(harrierTestBeginK, id, 1, uint64(parent), 0, name)
	return
}

// harrierTestLeave is called where the goroutine continues after a test.
//
//go:linkname harrierTestLeave
func harrierTestLeave(parent uint32) {
	gp := getg()
	gp.harrierTest = parent
	gp.harrierRuns = 0
}

// harrierTestFail is called when a test is marked as failed, for the first time.
//
//go:linkname harrierTestFail
//go:noinline
func harrierTestFail(id uint32) {
	if harrierAtFailure != nil {
		harrierAtFailure()
	}
	harrierEmit1(harrierTestFailK, harrierStack(getg(), *(*uintptr)(unsafe.Pointer(getfp()))), uint64(id))
}

// harrierTestEnd lets the goroutines that the test left behind settle, asks
// the collector about them if any is blocked for good by the look of it, and
// writes their states. A test that leaves none behind pays for one look at
// the list of goroutines.
//
//go:linkname harrierTestEnd
func harrierTestEnd(id uint32, failed, skipped bool) {
	kind := uint64(harrierTestEndK)
	if failed {
		kind |= harrierFlag1
	}
	if skipped {
		kind |= harrierFlag2
	}
	harrierEmit0(kind, id)
	if !harrierSettle(id, 10*1000*1000) {
		return
	}
	if harrierAffordLeaks() {
		harrierFindLeaks()
	}
	harrierCheckpoint(harrierAtTestEnd, id)
}

// harrierSettle waits, at most limit nanoseconds, until no goroutine of a test
// (of the program if test is 0) can run, and reports whether one of them is
// blocked on something that only another goroutine can give. It waits as long
// for those that sleep, if that costs nothing or the process ends: what they do
// next may block. On the virtual clock sleep costs nothing, and is waited for a
// hundred times as long; toil costs an operation for each microsecond. In a
// controlled run its own naps are counted, not what passed meanwhile: that may be
// real time.
func harrierSettle(test uint32, limit int64) bool {
	me := getg()
	start := nanotime()
	const long, most = 1000 * 1000, 10 * 1000 * 1000
	nap, longest, toil, napped := int64(20*1000), int64(long), int64(0), int64(0)
	if harrierSerial != 0 {
		limit, longest = 100*limit, 100*longest
	}
	for calm := 0; ; {
		busy, blocked, asleep := false, false, false
		tickets := harrierTickets.Load()
		harrierEachG(func(gp *g) {
			if gp == me || test != 0 && gp.harrierTest != test {
				return
			}
			switch harrierState(gp) {
			case harrierRunning, harrierRunnable:
				busy = true
			case harrierWaiting:
				r := harrierReason(gp.waitreason)
				blocked = blocked || r <= 12 || r == 16
				asleep = asleep || r == 13 && (test == 0 || harrierSerial != 0)
			}
		})
		if busy || harrierTickets.Load() != tickets {
			calm = 0
		} else if calm++; !asleep && (!blocked || calm == 2) {
			return blocked
		}
		if busy && harrierSerial != 0 {
			nap = min(nap, long)
			toil += nap
		}
		spent := napped
		if harrierSerial == 0 {
			spent = nanotime() - start
		}
		if spent > limit || toil > most {
			return blocked
		}
		timeSleep(nap)
		napped += nap
		if nap < longest {
			nap *= 2
		}
	}
}

// harrierAlarmTimer is the timer with which package testing limits the run.
var harrierAlarmTimer *timeTimer

// harrierAlarmSpent says that the limit is being enforced: its timer is one
// like any other then.
var harrierAlarmSpent bool

// harrierWhyEnded says why the limit is enforced.
//
//go:linkname harrierWhyEnded
var harrierWhyEnded uint32

// Package testing knows these as well.
const (
	harrierTimeIsOver = iota
	harrierNothingRuns
	harrierTestsStuck
)

//go:linkname harrierAlarm
func harrierAlarm(t unsafe.Pointer) {
	harrierAlarmTimer = (*timeTimer)(t)
	harrierAlarmSpent = false
	harrierTakeAlarm(harrierAlarmTimer)
}
