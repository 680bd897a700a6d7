// The watchdog of controlled runs: sysmon asks it whether the one P may be taken
// away. A loop is given processor time, not real time: on a busy machine a process
// may be left waiting for as long at any moment, and its schedule must not depend
// on that.

package runtime

import "unsafe"

// What the watchdog saw last: when the goroutine that runs began to, in processor
// time of the process, and when a call did, in real time.
var (
	harrierSeenTick              uint32
	harrierSeenAt, harrierCallAt int64
	harrierCaller, harrierCall   uint64 // whose call, and which: the first is number 1
)

const (
	harrierSpin     = 200 * 1000 * 1000 // a loop without a scheduling point
	harrierLongCall = 100 * 1000 * 1000 // a call into the system that keeps the P

	// harrierOtherCall is for how long a replay waits for a call for which the
	// recorded run did not give the P away either: it came back by itself.
	harrierOtherCall = harrierReturnNS
)

// harrierLeastNap is for how many microseconds sysmon sleeps at least: nothing that it
// watches for in a controlled run comes sooner, but the calls that a plan names.
const harrierLeastNap = 1000

// harrierLookAfter is for how many microseconds sysmon sleeps where it would for us.
func harrierLookAfter(us uint32) uint32 {
	if harrierSerial != 0 && harrierAnyForcing == 0 {
		return max(us, harrierLeastNap)
	}
	return us
}

// harrierProcessorTime is how much of it the process has used.
func harrierProcessorTime() int64 {
	const process = 2 // CLOCK_PROCESS_CPUTIME_ID
	var now [2]int64
	harrierSyscall(harrierSysClock, process, uintptr(noescape(unsafe.Pointer(&now))), 0, 0, 0, 0)
	return now[0]*1000*1000*1000 + now[1]
}

// harrierCallLimit is after how much real time the P is taken from the call that gp is
// in. A replay takes it from the calls that its plan names, and at once.
func harrierCallLimit(gp *g) int64 {
	if harrierAnyForcing == 0 || !harrierDrawsNothing {
		return harrierLongCall
	}
	if _, planned := harrierPlanned(harrierReturns, gp.harrierName, gp.harrierCalls); planned {
		return 0
	}
	return harrierOtherCall
}

// harrierMayRetake is asked by sysmon whether the P may be taken away. It may
// when a system call really takes time. A goroutine that runs on and on is
// stopped by the watchdog: what follows can't be replayed exactly.
func harrierMayRetake() bool {
	pp := allp[0]
	var calling *g
	if mp := pp.m.ptr(); mp != nil {
		if gp := mp.curg; gp != nil && readgstatus(gp)&^_Gscan == _Gsyscall {
			calling = gp
		}
	}
	if calling != nil {
		t := nanotime1()
		harrierSeenAt = harrierProcessorTime()
		if calling.goid != harrierCaller || calling.harrierCalls != harrierCall {
			harrierCaller, harrierCall = calling.goid, calling.harrierCalls
			harrierCallAt = t
		}
		return t-harrierCallAt >= harrierCallLimit(calling)
	}
	harrierCaller = 0
	t := harrierProcessorTime()
	if pp.status != _Prunning || pp.schedtick != harrierSeenTick {
		harrierSeenTick = pp.schedtick
		harrierSeenAt = t
	} else if t-harrierSeenAt > harrierSpin {
		harrierSeenAt = t
		if gp := pp.m.ptr().curg; gp != nil {
			harrierNoteChoice(harrierPoint{gp.harrierName, gp.harrierPoints, gp.goid}, harrierWatchdog, 1, 0, 0)
		}
		harrierStopping = 1
		preemptone(pp)
	}
	return false
}
