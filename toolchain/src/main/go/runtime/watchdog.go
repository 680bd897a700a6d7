// The watchdog of controlled runs: sysmon asks it, in real time, whether the one
// P may be taken away.

package runtime

// What the watchdog saw last, in real time.
var (
	harrierSeenTick, harrierSeenCall uint32
	harrierSeenAt, harrierCallAt     int64
)

const (
	harrierSpin     = 200 * 1000 * 1000 // a loop that gives way to nobody
	harrierLongCall = 20 * 1000 * 1000  // a call into the system that keeps the P
)

// harrierMayRetake is asked by sysmon whether the P may be taken away. It may
// when a system call really takes time. A goroutine that runs on and on is
// stopped by the watchdog: what follows can't be replayed exactly.
func harrierMayRetake() bool {
	pp := allp[0]
	t := nanotime1()
	calling := false
	if mp := pp.m.ptr(); mp != nil {
		if gp := mp.curg; gp != nil && readgstatus(gp)&^_Gscan == _Gsyscall {
			calling = true
		}
	}
	if calling {
		harrierSeenAt = t
		if pp.syscalltick != harrierSeenCall {
			harrierSeenCall = pp.syscalltick
			harrierCallAt = t
		}
		return t-harrierCallAt >= harrierLongCall
	}
	harrierCallAt = t
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
