// Sleeping goroutines that nothing else can reach, at the end of a process.

package runtime

// harrierMayBeApart reports whether gp sleeps, and is looked at.
func harrierMayBeApart(gp *g) bool {
	return gp.waitreason == waitReasonSleep && gp.harrierTest != 0 && gp.harrierRuns == 0 && !gp.harrierSystem && !harrierInBubble(gp)
}

// harrierNoteApart notes that gp is known to such goroutines only. It may run from now on.
func harrierNoteApart(gp *g) { gp.harrierApart, gp.harrierApartParks = true, gp.harrierParks }

// harrierCameRound: it sleeps again since that was found, so that it has read the memory
// again, and nothing had changed it.
func harrierCameRound(gp *g) bool {
	return gp.harrierApart && gp.waitreason == waitReasonSleep && gp.harrierParks != gp.harrierApartParks
}

// harrierHoldsTimers is 1 while no timer fires. Marking takes as long as a short sleep: a goroutine that wakes
// meanwhile could not be judged. Only the end of the process looks for sleepers.
var harrierHoldsTimers uint32

func harrierForgetApart() {
	harrierApartEnded = false
	harrierEachG(func(gp *g) { gp.harrierApart, gp.harrierKnown = false, false })
}

// harrierFindApart looks for leaks at the end of the process, again if a sleeper ran when marking
// began: then it was one of those that know.
func harrierFindApart() {
	harrierEnds = true
	for again, tries := true, 0; again && tries < 4; tries++ {
		harrierFindLeaks()
		again = false
		harrierEachG(func(gp *g) {
			again = again || harrierState(gp) == harrierWaiting && harrierMayBeApart(gp) && !gp.harrierApart && !gp.harrierKnown
		})
	}
	harrierEnds = false
}

// harrierApartEnded says that one of them has ended since: it may have changed what another
// one reads.
var harrierApartEnded bool

// harrierApartMoved says the same of one that waits for something else now.
func harrierApartMoved() (moved bool) {
	moved = harrierApartEnded
	harrierEachG(func(gp *g) {
		if gp.harrierApart && gp.harrierParks != gp.harrierApartParks {
			s := harrierState(gp)
			sleeps := s == harrierWaiting && gp.waitreason == waitReasonSleep
			polls := s == harrierWaiting && gp.waitreason == waitReasonSelect && gp.harrierPolling
			moved = moved || !sleeps && !polls && s != harrierTicking
		}
	})
	return
}

// harrierLetComeRound waits for those that are about to wake, and for those that run.
func harrierLetComeRound() {
	for nap, end := int64(100*1000), nanotime()+250*1000*1000; nanotime() < end; nap = min(2*nap, 10*1000*1000) {
		soon := false
		harrierEachG(func(gp *g) {
			soon = soon || gp.harrierApart && gp.waitreason == waitReasonSleep && gp.harrierParks == gp.harrierApartParks && gp.sleepWhen < end
		})
		if !soon && !harrierApartMoved() {
			return
		}
		timeSleep(nap)
	}
}
