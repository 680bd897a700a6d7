// Calls into the system or into C that last: the watchdog gives the P away, and the
// others go on. When such a call comes back is up to real time, so it is recorded:
// at which point the goroutine was again one of those that can run. A plan that has
// the same waits at that point until the goroutine is back, and holds it back if it
// is back before.

package runtime

// harrierReturnNS is the real time for which a point waits for a call.
const harrierReturnNS = 10 * 1000 * 1000 * 1000

var harrierJumps uint32

var harrierHeldBack gQueue // goroutines that are back before their point

// harrierGivesAway is called by sysmon when it takes the P from the call that gp is
// in, which can't return meanwhile.
func harrierGivesAway(gp *g) { gp.harrierAway = gp.harrierName != 0 }

// harrierComesBack tells whether gp, which has been away, can run from here on.
func harrierComesBack(gp *g) bool {
	if harrierCurrent.name == gp.harrierName && harrierJumps == 0 && harrierEnabled == 0 && sched.runq.size == 0 && runqempty(allp[0]) {
		gp.harrierAway = false // nobody ran meanwhile, and nobody else can
		return true
	}
	if _, planned := harrierPlanned(harrierReturns, gp.harrierName, gp.harrierCalls); planned && harrierReturnsHere() != gp.harrierName {
		return false
	}
	gp.harrierAway = false
	at := harrierCurrent
	at.point = harrierReturnPoint()
	harrierNoteChoice(at, harrierReturned, gp.harrierCalls, gp.harrierName, gp.goid)
	return true
}

// harrierReturnsHere is the name of the goroutine that comes back at the present
// point, as the plan says; 0 if it says nothing.
func harrierReturnsHere() uint64 {
	name, _ := harrierPlanned(harrierReturned, harrierCurrent.name, harrierReturnPoint())
	return name
}

// harrierReturnPoint is the present point, and how often the clock has jumped since
// it was come to: a timer that expires when nobody can run makes no point.
func harrierReturnPoint() uint64 {
	return uint64(uint32(harrierCurrent.point) + harrierJumps<<20)
}

// harrierAwaitReturn waits for the goroutine that comes back at the present point.
// The caller holds sched.lock, which is given up meanwhile.
func harrierAwaitReturn(pp *p) {
	name := harrierReturnsHere()
	if name == 0 {
		return
	}
	harrierReleaseHeld(false)
	for start := nanotime1(); harrierIsAway(name) && nanotime1()-start < harrierReturnNS && !sched.gcwaiting.Load(); {
		unlock(&sched.lock)
		usleep(harrierNapUS)
		lock(&sched.lock)
		harrierGather(pp)
	}
}

// harrierReleaseHeld makes candidates of those that are held back: of all of them,
// or of those whose point this is.
func harrierReleaseHeld(all bool) {
	held := harrierHeldBack
	harrierHeldBack = gQueue{}
	for gp := held.pop(); gp != nil; gp = held.pop() {
		if all {
			gp.harrierAway = false
		}
		harrierAdmit(gp)
	}
}

// harrierIsAway tells whether the bearer of name is in a long call, or held back
// after it; any name will do if it is 0 and the plan says where it comes back.
func harrierIsAway(name uint64) (away bool) {
	harrierEachG(func(gp *g) {
		if !gp.harrierAway {
			return
		}
		if name == 0 {
			_, planned := harrierPlanned(harrierReturns, gp.harrierName, gp.harrierCalls)
			away = away || planned
		} else {
			away = away || gp.harrierName == name
		}
	})
	return
}

// harrierCallTime is for how much real time calls are waited for before the clock
// jumps to the next timer, which is that far away.
func harrierCallTime(next int64) int64 {
	if harrierAnyForcing != 0 {
		if name := harrierReturnsHere(); name != 0 && harrierIsAway(name) {
			return harrierReturnNS
		}
		if harrierIsAway(0) {
			return 0
		}
	}
	return min(next-harrierNow(), harrierCallNS)
}
