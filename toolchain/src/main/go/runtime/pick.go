// Who runs next in a controlled run: the decision and the strategies.

package runtime

// harrierPick takes the next goroutine to run from those that can. locked tells
// whether the caller holds sched.lock.
func harrierPick(pp *p, locked bool) *g {
	if !locked {
		lock(&sched.lock)
	}
	harrierGather(pp)
	gp := harrierOfRuntime.pop()
	if gp == nil {
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
		if harrierPicks%1024 == 0 {
			harrierRelieve()
		}
		if harrierAble != 0 {
			gp = harrierDecide()
		} else if !harrierPolling.empty() {
			gp = harrierWake()
		} else {
			return nil
		}
		harrierLeave(gp)
		gp.harrierPoints++
	}
	gp.harrierResume = false
	harrierArrive(gp)
	return gp
}

// harrierArrive makes gp's present point that of the run.
func harrierArrive(gp *g) {
	harrierHere = harrierPoint{gp.harrierSeq, gp.harrierPoints, gp.goid}
	harrierLast.set(gp)
}

// harrierYields is called by runtime.Gosched: others run first if they can,
// each of them until all have yielded. A random walk is fair without that, and
// keeps more orders possible.
func harrierYields() {
	if harrierStrategy != harrierRandomWalk {
		gp := getg()
		gp.harrierTired = true
		gp.harrierPolls = 0
	}
}

// harrierWake makes candidates of those that wait in loops, where there are no
// others, and chooses one. Time passes meanwhile, for what they wait for may be
// a timer's work.
func harrierWake() *g {
	yielded := false
	for gp := harrierPolling.head.ptr(); gp != nil; gp = gp.schedlink.ptr() {
		yielded = yielded || gp.harrierTired && !gp.harrierSpins
	}
	if yielded {
		harrierPass(harrierRoundNS)
	} else {
		harrierExpire()
	}
	waiting := harrierPolling
	harrierPolling = gQueue{}
	for gp := waiting.pop(); gp != nil; gp = waiting.pop() {
		gp.harrierTired = false
		gp.harrierSpins = gp.harrierSpins && yielded
		harrierAdmit(gp)
	}
	gp := harrierOldest.ptr()
	gp.harrierSpins = !yielded
	return gp
}

// harrierRelieve makes candidates of those that rest since long: others may go
// on for ever. Who yielded of his own accord can wait for longer: natively,
// others run for a slice of time.
func harrierRelieve() {
	resting := harrierPolling
	harrierPolling = gQueue{}
	for gp := resting.pop(); gp != nil; gp = resting.pop() {
		bound := uint64(harrierStarved)
		if gp.harrierPolls == 0 {
			bound *= 100
		}
		if gp.harrierSpins || harrierPicks-gp.harrierSince < bound {
			harrierPolling.pushBack(gp)
		} else {
			gp.harrierTired = false
			harrierEnter(gp)
		}
	}
}

// harrierMustStand tells whether gp shall stand still at its present operation.
func harrierMustStand(gp *g) bool {
	chosen, _ := harrierPlanned(harrierStandFast, gp.harrierSeq, gp.harrierOperations)
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
	for i := range harrierAble {
		if other := harrierCandidateAt(i).gp.ptr(); other.harrierSeq == key>>harrierForcingBits && other.harrierStands && !harrierMustStand(other) {
			other.harrierStands = false
			harrierStanding--
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
	if harrierAble == 1 {
		return longest
	}
	last := harrierLast.ptr()
	if last != nil && (last.harrierSeq != harrierHere.seq || last.harrierAt == 0) {
		last = nil
	}
	harrierStep++
	starves := harrierStep-longest.harrierSince > harrierStarved
	usual := last
	if last == nil || starves {
		usual = longest
	}
	chosen := harrierAsPlanned()
	if chosen == nil {
		chosen = usual
		if harrierStanding == harrierAble {
			chosen = longest
		} else if !starves {
			chosen = harrierByStrategy(last, usual)
		}
	}
	if chosen != usual {
		harrierChose(harrierNextGoroutine, harrierAble, chosen.harrierSeq, chosen.goid)
	}
	return chosen
}

// harrierAsPlanned is who the plan says shall run; nil if it says nothing or
// that one can't.
func harrierAsPlanned() *g {
	seq, ok := harrierPlanned(harrierNextGoroutine, harrierHere.seq, harrierHere.point)
	if !ok {
		return nil
	}
	for i := range harrierAble {
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
			if harrierChanges[i-1] == harrierStep && last != nil {
				harrierCandidateAt(last.harrierAt - 1).priority = i // below all that started out
			}
		}
		return harrierHighest().gp.ptr()
	case harrierRaces:
		highest := harrierHighest()
		if highest.next != 0 {
			for i := range harrierAble {
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
	for usual.harrierStands {
		usual = harrierOldest.ptr()
		for usual.harrierStands {
			usual = usual.harrierYounger.ptr()
		}
	}
	return usual
}

// harrierAnyOne draws one of those who do not stand still.
func harrierAnyOne() *g {
	k := harrierDraw(harrierAble - harrierStanding)
	for i := uint64(0); ; i++ {
		gp := harrierCandidateAt(i).gp.ptr()
		if harrierStanding != 0 && gp.harrierStands {
			k++
		} else if i == k {
			return gp
		}
	}
}

func harrierHighest() *harrierCandidate {
	best := (*harrierCandidate)(nil)
	for i := range harrierAble {
		c := harrierCandidateAt(i)
		if harrierStanding != 0 && c.gp.ptr().harrierStands {
			continue
		}
		if best == nil || c.priority > best.priority ||
			c.priority == best.priority && c.gp.ptr().harrierSeq < best.gp.ptr().harrierSeq {
			best = c
		}
	}
	return best
}
