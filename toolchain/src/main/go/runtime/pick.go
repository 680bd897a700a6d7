// Which goroutine runs next in a controlled run: the decision, but for what strategies say (strategies.go).
//
// Fairness is below the strategies, the same for all of them and for a replay:
// a goroutine that has yielded is no candidate until all that could run then have run
// (harrierReadmit), one that could have run for long enough is the only candidate
// (harrierDecide), one that is delayed is none while any other goroutine is one. A strategy
// chooses from the candidates that it is given.

package runtime

import "internal/stringslite"

// harrierPick takes the next goroutine to run from those that can. locked says
// whether the caller holds sched.lock. While the collector keeps the program's
// goroutines from running there is none but the runtime's own.
func harrierPick(pp *p, locked bool) *g {
	if !locked {
		if harrierPollIsDue() || harrierEnabled == 0 && runqempty(pp) {
			harrierPoll()
		}
		lock(&sched.lock)
	}
	harrierGather(pp)
	gp := harrierOfRuntime.pop()
	if gp == nil && !sched.disable.user {
		if !locked && harrierAnyForcing != 0 {
			harrierAwaitReturns(pp)
		}
		gp = harrierPickOfProgram()
	}
	if !locked {
		unlock(&sched.lock)
	}
	return gp
}

func harrierPickOfProgram() *g {
	gp := harrierResumed.pop()
	if gp == nil {
		harrierPicks++
		harrierReadmit()
		if harrierEnabled == 0 && !harrierWake() {
			return nil
		}
		gp = harrierDecide()
		harrierLeave(gp)
		gp.harrierPoints++
	}
	gp.harrierResume = false
	harrierArrive(gp)
	return gp
}

// harrierArrive makes gp's present point that of the run.
func harrierArrive(gp *g) {
	harrierCurrent = harrierPoint{gp.harrierName, gp.harrierPoints, gp.goid}
	harrierLast.set(gp)
	harrierJumps, harrierBack, harrierOutside = 0, 0, false
}

// harrierYields is called by runtime.Gosched. A goroutine of the program that
// calls it has yielded. When the runtime calls it for its own ends, a collection
// as a rule, the goroutine continues as soon as that is done: collections move no
// schedules.
func harrierYields(pc uintptr) {
	gp := getg()
	name := funcname(findfunc(pc - 1))
	if stringslite.HasPrefix(name, "runtime.") && name != "runtime.main" {
		gp.harrierResume = true
		return
	}
	gp.harrierYielded = true
	gp.harrierPolls = 0
}

// harrierReadmit makes candidates of those that have yielded and for which all
// that could run at that time have run: this is the fairness of Musuvathi and Qadeer
// (Fair stateless model checking, PLDI 2008, section 3), under which every loop
// that yields while it waits for others ends. Those that yielded are in the order
// in which they did. A run may have them wait for longer (harrierPause): natively,
// others continue for a slice of time, and what may happen meanwhile does so seldom
// where each of them has but one turn.
func harrierReadmit() {
	for gp := harrierYielders.head.ptr(); gp != nil && harrierEnabled != 0; gp = harrierYielders.head.ptr() {
		if harrierOldest.ptr().harrierSince <= gp.harrierSince || harrierPicks-gp.harrierSince < harrierPause {
			return
		}
		harrierYielders.pop()
		gp.harrierYielded = false
		harrierEnter(gp)
	}
}

// harrierWake makes candidates of those that wait in loops, where there are no
// others. Time passes meanwhile, for what they wait for may be a timer's work. A
// loop without any operation continues only when no other goroutine can. False means that
// there is no goroutine.
func harrierWake() bool {
	if harrierYielders.empty() {
		gp := harrierSpinning.pop()
		if gp == nil {
			return false
		}
		harrierExpire()
		gp.harrierSpins = false
		harrierEnter(gp)
		return true
	}
	harrierAdvanceClock(harrierRoundNS)
	for gp := harrierYielders.pop(); gp != nil; gp = harrierYielders.pop() {
		gp.harrierYielded = false
		harrierEnter(gp)
	}
	return true
}

// harrierMustDelay reports whether gp shall stand still at its present operation.
func harrierMustDelay(gp *g) bool {
	chosen, _ := harrierPlanned(harrierDelay, gp.harrierName, gp.harrierOperations)
	return chosen != 0
}

// harrierBegins is called when gp continues to its present operation: one that was delayed
// until then, or would have been from later on, need not be any longer.
func harrierBegins(gp *g, pc uintptr) {
	harrierNoteOperation(gp, pc)
	key, ok := harrierPlanned(harrierContinues, gp.harrierName, gp.harrierOperations)
	if !ok {
		return
	}
	delay := harrierForcingAt(key)
	delay.chosen = 0
	for i := range harrierEnabled {
		if other := harrierCandidateAt(i).gp.ptr(); other.harrierName == delay.name && other.harrierDelayed && !harrierMustDelay(other) {
			other.harrierDelayed = false
			harrierDelayedOnes--
		}
	}
}

// harrierStopped is called when gp was made to stop: it continues as soon as the
// runtime has done what it wanted, unless it was the watchdog that stopped it.
func harrierStopped(gp *g) {
	if harrierStopping != 0 {
		harrierStopping = 0
		gp.harrierSpins = true
	} else {
		gp.harrierResume = true
	}
}

// harrierDecide chooses one of the candidates.
func harrierDecide() *g {
	longest := harrierOldest.ptr()
	if harrierEnabled == 1 {
		return longest
	}
	last := harrierLast.ptr()
	if last != nil && (last.harrierName != harrierCurrent.name || last.harrierAt == 0) {
		last = nil
	}
	starves := harrierPicks-longest.harrierSince > harrierSlice
	usual := last
	if last == nil || starves {
		usual = longest
	}
	chosen := harrierAsPlanned()
	if chosen == nil {
		chosen = usual
		if harrierDelayedOnes == harrierEnabled {
			chosen = longest
		} else if harrierHolds != 0 && harrierStillHolds(last) {
			chosen = harrierFirstOf(usual)
		} else if !starves {
			chosen = harrierScheduler.next(last, usual)
		}
	}
	if chosen != usual {
		harrierChose(harrierNextGoroutine, harrierEnabled, chosen.harrierName, chosen.goid)
	}
	if harrierRecordsAll != 0 {
		harrierRecordCandidates(chosen)
	}
	return chosen
}

// harrierMostUntimed is how many operations of a run may take no time. From then on
// the bounds are the usual ones: programs that wait for a timer next to two
// goroutines that never wait get there.
const harrierMostUntimed = 250_000

var harrierUntimed uint64 // how many may still take none

// harrierHoldsUp reports whether the goroutine that runs holds up another one for
// longer than usual: that could have run, or yielded. Long slices stand for the ten
// milliseconds that Go lets a goroutine continue, in which it gets through far more
// operations than the clock has ticks. So the clock stands still then. Else a loop that polls would
// make others late by a quarter of a second, and tests that measure how long something
// takes would fail.
func harrierHoldsUp() bool {
	if harrierUntimed == 0 || !harrierWaitsLong(harrierOldest.ptr()) && !harrierWaitsLong(harrierYielders.head.ptr()) {
		return false
	}
	harrierUntimed--
	if harrierUntimed == 0 {
		harrierSlice, harrierPause = min(harrierSlice, harrierUsualSlice), min(harrierPause, harrierUsualSlice)
	}
	return true
}

func harrierWaitsLong(gp *g) bool {
	return gp != nil && harrierPicks > gp.harrierSince+harrierUsualSlice
}

// harrierMostTold is how many candidates a decision records; only the first where
// there are more.
const harrierMostTold = 64

// harrierRecordCandidates records which goroutines could have run at this decision: first the one that does.
func harrierRecordCandidates(chosen *g) {
	harrierChose(harrierCandidateChoice, harrierEnabled, chosen.harrierName, chosen.goid)
	for i := uint64(0); i < harrierEnabled && harrierEnabled <= harrierMostTold; i++ {
		if gp := harrierCandidateAt(i).gp.ptr(); gp != chosen {
			harrierChose(harrierCandidateChoice, harrierEnabled, gp.harrierName, gp.goid)
		}
	}
}

// harrierAsPlanned is the goroutine that the plan has run; nil if it says nothing or
// that one can't.
func harrierAsPlanned() *g {
	seq, ok := harrierPlanned(harrierNextGoroutine, harrierCurrent.name, harrierCurrent.point)
	if !ok {
		return nil
	}
	for i := range harrierEnabled {
		if gp := harrierCandidateAt(i).gp.ptr(); gp.harrierName == seq {
			harrierHeldFor, harrierHeldOperations = seq, max(gp.harrierOperations, 1)
			return gp
		}
	}
	harrierChose(harrierMissed, 0, seq, 0)
	return nil
}
