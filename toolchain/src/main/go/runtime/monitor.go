// The look at the program once a second: has anything leaked, and can anything
// still happen at all?
//
// sysmon wakes a goroutine of the runtime's own for it. A timer would not do:
// while a timer is set, Go's own detector does not see a deadlock.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

const harrierPeriod = 1000 * 1000 * 1000

var harrierMon struct {
	lock mutex
	g    guintptr
	idle atomic.Bool
	last int64

	alarm bool // raise it

	tickets uint64 // at the last look
	stuck   int    // looks at which no test could end
}

// harrierSleep bounds how long sysmon sleeps while all Ps are idle.
func harrierSleep(ns int64) int64 {
	if harrierOn != 0 {
		return min(ns, harrierPeriod)
	}
	return ns
}

// harrierWakeMonitor is called by sysmon, which has no P. A controlled run is
// not to depend on when that is.
func harrierWakeMonitor(now int64) {
	if harrierSerial != 0 || now-harrierMon.last < harrierPeriod || !harrierMon.idle.Load() {
		return
	}
	harrierMon.last = now
	harrierRouseMonitor(false)
}

// harrierRouseMonitor lets the monitor have its look now, or raise the alarm
// of the test run. False means that it is at work already.
func harrierRouseMonitor(alarm bool) bool {
	lock(&harrierMon.lock)
	idle := harrierMon.idle.Load()
	if idle {
		harrierMon.idle.Store(false)
		harrierMon.alarm = alarm
		var list gList
		list.push(harrierMon.g.ptr())
		injectglist(&list)
	}
	unlock(&harrierMon.lock)
	return idle
}

func harrierMonitor() {
	harrierMon.g.set(getg())
	harrierMon.last = nanotime()
	for {
		lock(&harrierMon.lock)
		harrierMon.idle.Store(true)
		goparkunlock(&harrierMon.lock, waitReasonForceGCIdle, traceBlockSystemGoroutine, 1)
		if harrierOn == 0 {
			continue
		}
		if harrierMon.alarm {
			harrierStandstill()
			continue
		}
		if harrierStalls() {
			harrierCheckpoint(harrierAtStall, 0)
			h := harrierHeader + harrierAtStalls
			harrierPut32(h, *(*uint32)(unsafe.Pointer(h))+1)
		}
		blocked, leaked, busy := harrierCount()
		if blocked > 0 && harrierAffordLeaks() {
			harrierFindLeaks()
			if _, now, _ := harrierCount(); now > leaked {
				harrierCheckpoint(harrierAtPeriodic, 0)
			}
		}
		// Nothing has happened for a whole period: a single look might
		// have seen each goroutine at another moment.
		tickets := harrierTickets.Load()
		if !busy && tickets == harrierMon.tickets && harrierTimers() == 0 && harrierOutsideWaiters() == 0 {
			harrierStandstill()
		}
		harrierMon.tickets = tickets
		if !harrierTestsAreStuck() {
			harrierMon.stuck = 0
		} else if harrierMon.stuck++; harrierMon.stuck == harrierStuckLooks {
			harrierEndTests(harrierAtPeriodic, harrierTestsStuck)
		}
	}
}

// harrierStuckLooks is at how many looks, one after the other, tests must be proved to
// be stuck for the run to be ended.
const harrierStuckLooks = 5

// harrierTestsAreStuck reports whether tests run, and none of them can ever end: the
// collector has proved that of each goroutine that runs one. Others of the program may
// be at work.
func harrierTestsAreStuck() bool {
	any, all := false, true
	harrierEachG(func(gp *g) {
		if gp.harrierRuns != 0 {
			any = true
			all = all && harrierState(gp) == harrierLeaked
		}
	})
	return any && all && harrierNobodyRevived()
}

// harrierStallLooks is how many looks at the same place make a stall.
const harrierStallLooks = 10

// harrierStalls reports whether the goroutine of a test has just been blocked in
// one place for ten looks: Harrier can name the test while it runs.
func harrierStalls() (stalls bool) {
	harrierEachG(func(gp *g) {
		if gp.harrierRuns == 0 {
			return
		}
		if harrierState(gp) != harrierWaiting || harrierReason(gp.waitreason) > 12 || gp.harrierParks != gp.harrierSeenParks {
			gp.harrierSeenParks = gp.harrierParks
			gp.harrierStill = 0
			return
		}
		gp.harrierStill++
		stalls = stalls || gp.harrierStill == harrierStallLooks
	})
	return
}

// harrierCount counts how many goroutines are blocked for a reason that only
// another goroutine can remove, how many are proved to be stuck (with those that
// were reclaimed since), and whether any goroutine can run or is in a system call.
func harrierCount() (blocked, leaked int, busy bool) {
	leaked = harrierReclaimedCount()
	harrierEachG(func(gp *g) {
		switch harrierState(gp) {
		case harrierRunning, harrierRunnable, harrierSyscalling:
			busy = true
		case harrierLeaked:
			leaked++
		case harrierWaiting:
			switch r := harrierReason(gp.waitreason); {
			case r <= 12, r == 16:
				blocked++
			case r == 15:
				busy = true // waits for the runtime, as in a collection
			}
		}
	})
	return
}

// harrierStandstill: nothing can run, no timer is set, no I/O is awaited; or
// the virtual time of the test is up. A test that hangs like this would be ended
// by its time limit; nothing is gained by waiting for it.
func harrierStandstill() {
	why := uint32(harrierTimeIsOver)
	if harrierTimers() == 0 {
		why = harrierNothingRuns
	}
	harrierEndTests(harrierAtQuiescence, why)
}

// harrierEndTests has package testing end the run as if its time were over.
func harrierEndTests(checkpoint, why uint32) {
	t := harrierAlarmTimer
	if t == nil || harrierAlarmSpent {
		return // Go's own detector ends the program, or C code may wake it
	}
	harrierCheckpoint(checkpoint, 0)
	harrierWhyEnded = why
	harrierAlarmSpent = true
	t.timer.reset(nanotime(), 0)
}
