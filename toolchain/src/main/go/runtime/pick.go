// Who runs next in a controlled run: the decision and the strategies.
//
// Fairness is below the strategies, the same for all of them and for a replay:
// who has yielded is no candidate until all that could run then have run
// (harrierReadmit), who could have run for long enough is the only candidate
// (harrierDecide), who is delayed is none while anybody else is one. A strategy
// chooses from the candidates that it is given.

package runtime

import "internal/stringslite"

// harrierPick takes the next goroutine to run from those that can. locked tells
// whether the caller holds sched.lock. While the collector keeps the program's
// goroutines from running there is none but the runtime's own.
func harrierPick(pp *p, locked bool) *g {
	if !locked {
		lock(&sched.lock)
	}
	harrierGather(pp)
	gp := harrierOfRuntime.pop()
	if gp == nil && !sched.disable.user {
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
	harrierCurrent = harrierPoint{gp.harrierSeq, gp.harrierPoints, gp.goid}
	harrierLast.set(gp)
}

// harrierYields is called by runtime.Gosched. A goroutine of the program that
// calls it has yielded. When the runtime calls it for its own ends, a collection
// as a rule, the goroutine goes on as soon as that is done: collections move no
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
// who could run at that time have run: this is the fairness of Musuvathi and Qadeer
// (Fair stateless model checking, PLDI 2008, section 3), under which every loop
// that yields while it waits for others ends. Those that yielded are in the order
// in which they did.
func harrierReadmit() {
	for gp := harrierYielders.head.ptr(); gp != nil && harrierEnabled != 0; gp = harrierYielders.head.ptr() {
		if harrierOldest.ptr().harrierSince <= gp.harrierSince {
			return
		}
		harrierYielders.pop()
		gp.harrierYielded = false
		harrierEnter(gp)
	}
}

// harrierWake makes candidates of those that wait in loops, where there are no
// others. Time passes meanwhile, for what they wait for may be a timer's work. A
// loop without any operation goes on only when nobody else can. False means that
// there is nobody.
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
	harrierPass(harrierRoundNS)
	for gp := harrierYielders.pop(); gp != nil; gp = harrierYielders.pop() {
		gp.harrierYielded = false
		harrierEnter(gp)
	}
	return true
}

// harrierMustDelay tells whether gp shall stand still at its present operation.
func harrierMustDelay(gp *g) bool {
	chosen, _ := harrierPlanned(harrierDelay, gp.harrierSeq, gp.harrierOperations)
	return chosen != 0
}

// harrierBegins is called when gp goes on to its present operation: who stood
// still until then, or would have from later on, need not any longer.
func harrierBegins(gp *g) {
	key, ok := harrierPlanned(harrierGoOn, gp.harrierSeq, gp.harrierOperations)
	if !ok {
		return
	}
	harrierForcingAt(key).chosen = 0
	for i := range harrierEnabled {
		if other := harrierCandidateAt(i).gp.ptr(); other.harrierSeq == key>>harrierForcingBits && other.harrierDelayed && !harrierMustDelay(other) {
			other.harrierDelayed = false
			harrierDelayedOnes--
		}
	}
}

// harrierStopped is called when gp was made to stop: it goes on as soon as the
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
	if last != nil && (last.harrierSeq != harrierCurrent.seq || last.harrierAt == 0) {
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
		} else if !starves {
			chosen = harrierByStrategy(last, usual)
		}
	}
	if chosen != usual {
		harrierChose(harrierNextGoroutine, harrierEnabled, chosen.harrierSeq, chosen.goid)
	}
	return chosen
}

// harrierAsPlanned is who the plan says shall run; nil if it says nothing or
// that one can't.
func harrierAsPlanned() *g {
	seq, ok := harrierPlanned(harrierNextGoroutine, harrierCurrent.seq, harrierCurrent.point)
	if !ok {
		return nil
	}
	for i := range harrierEnabled {
		if gp := harrierCandidateAt(i).gp.ptr(); gp.harrierSeq == seq {
			return gp
		}
	}
	harrierChose(harrierMissed, 0, seq, 0)
	return nil
}

func harrierByStrategy(last, usual *g) *g {
	switch harrierStrategy {
	case harrierPriorities:
		for i := uint64(1); i < harrierDepth && i <= uint64(len(harrierChanges)); i++ {
			if harrierChanges[i-1] == harrierPicks && last != nil {
				harrierCandidateAt(last.harrierAt - 1).priority = i // below all that started out
			}
		}
		return harrierHighest().gp.ptr()
	case harrierRaces:
		highest := harrierHighest()
		if highest.next != 0 {
			for i := range harrierEnabled {
				if other := harrierCandidateAt(i); other.next == highest.next {
					other.priority = harrierDraw(1<<32)<<31 | 1<<63
				}
			}
		}
		return highest.gp.ptr()
	case harrierDelays:
		if last != nil && last.harrierUsage && harrierDepth > 0 && harrierDraw(harrierLength) < harrierDepth {
			harrierDepth--
			return harrierAnyOne()
		}
	case harrierRandomWalk:
		return harrierAnyOne()
	}
	for usual.harrierDelayed {
		usual = harrierOldest.ptr()
		for usual.harrierDelayed {
			usual = usual.harrierYounger.ptr()
		}
	}
	return usual
}

// harrierAnyOne draws one of those who do not stand still.
func harrierAnyOne() *g {
	k := harrierDraw(harrierEnabled - harrierDelayedOnes)
	for i := uint64(0); ; i++ {
		gp := harrierCandidateAt(i).gp.ptr()
		if harrierDelayedOnes != 0 && gp.harrierDelayed {
			k++
		} else if i == k {
			return gp
		}
	}
}

func harrierHighest() *harrierCandidate {
	best := (*harrierCandidate)(nil)
	for i := range harrierEnabled {
		c := harrierCandidateAt(i)
		if harrierDelayedOnes != 0 && c.gp.ptr().harrierDelayed {
			continue
		}
		if best == nil || c.priority > best.priority ||
			c.priority == best.priority && c.gp.ptr().harrierSeq < best.gp.ptr().harrierSeq {
			best = c
		}
	}
	return best
}
