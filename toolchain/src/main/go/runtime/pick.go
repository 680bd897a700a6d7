// Who runs next in a controlled run: the decision, the strategies, and the
// queues of those that can run.

package runtime

import "internal/runtime/atomic"

// harrierPick takes the next goroutine to run out of its queue. locked tells
// whether the caller holds sched.lock.
func harrierPick(pp *p, locked bool) *g {
	if !locked {
		lock(&sched.lock)
	}
	var best, resume, last *g
	var n, waits uint64
	harrierEachRunnable(pp, func(gp *g) {
		switch {
		case gp.harrierSeq == 0:
			if best == nil {
				best = gp
			}
		case gp.harrierResume:
			resume = gp
		case harrierWaits(gp):
			waits++
		default:
			n++
			if gp.harrierSince == 0 {
				gp.harrierSince = harrierStep + 1
			}
			if gp.harrierSeq == harrierHere.seq {
				last = gp
			}
		}
	})
	if best == nil {
		best = resume
		if best == nil && n > 0 {
			best = harrierDecide(pp, n, last)
			best.harrierPoints++
		} else if best == nil && waits > 0 {
			best = harrierWake(pp)
			best.harrierPoints++
		}
		if best != nil {
			harrierHere = harrierPoint{best.harrierSeq, best.harrierPoints, best.goid}
		}
	}
	if best != nil {
		best.harrierResume = false
		best.harrierSince = 0
		harrierDequeue(pp, best)
	}
	if !locked {
		unlock(&sched.lock)
	}
	return best
}

// harrierYields is called by runtime.Gosched: others run first if they can,
// each of them until all have yielded. A random walk is fair without that, and
// keeps more orders possible.
func harrierYields() {
	if harrierStrategy != harrierRandomWalk {
		getg().harrierTired = true
	}
}

// harrierWake chooses one of the goroutines that can run where all of them only
// wait in loops. Time passes meanwhile, for what they wait for may be a timer's
// work.
func harrierWake(pp *p) *g {
	yielded := false
	harrierEachRunnable(pp, func(gp *g) {
		yielded = yielded || gp.harrierTired && !gp.harrierSpins
	})
	if yielded {
		harrierPass(harrierRoundNS)
	} else {
		harrierExpire()
	}
	harrierEachRunnable(pp, func(gp *g) {
		gp.harrierTired = false
		gp.harrierSpins = gp.harrierSpins && yielded
	})
	best := harrierLongest(pp)
	best.harrierSpins = !yielded
	return best
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

// harrierWaits tells whether gp only waits, in a loop, for what others do. One
// that the watchdog stopped does, until it performs an operation.
func harrierWaits(gp *g) bool { return gp.harrierTired || gp.harrierSpins }

// harrierDecide chooses one of the n goroutines that can run. last is the one
// that ran last, if it is among them.
func harrierDecide(pp *p, n uint64, last *g) *g {
	if n == 1 && last != nil {
		return last
	}
	longest := harrierLongest(pp)
	if n == 1 {
		return longest
	}
	harrierStep++
	starves := harrierStep-longest.harrierSince > harrierStarved
	usual := last
	if last == nil || starves {
		usual = longest
	}
	chosen := harrierAsPlanned(pp)
	if chosen == nil {
		chosen = usual
		if !starves {
			chosen = harrierByStrategy(pp, n, last, usual)
		}
	}
	if chosen != usual {
		harrierChose(harrierNextGoroutine, n, chosen.harrierSeq, chosen.goid)
	}
	return chosen
}

// harrierAsPlanned is who the plan says shall run; nil if it says nothing or
// that one can't.
func harrierAsPlanned(pp *p) (chosen *g) {
	seq, ok := harrierPlanned(harrierNextGoroutine, harrierHere.seq, harrierHere.point)
	if !ok {
		return nil
	}
	harrierEachRunnable(pp, func(gp *g) {
		if gp.harrierSeq == seq {
			chosen = gp
		}
	})
	if chosen == nil {
		harrierChose(harrierMissed, 0, seq, 0)
	}
	return
}

func harrierByStrategy(pp *p, n uint64, last, usual *g) *g {
	switch harrierStrategy {
	case harrierPriorities:
		for i := uint64(1); i < harrierDepth && i <= uint64(len(harrierChanges)); i++ {
			if harrierChanges[i-1] == harrierStep && last != nil {
				last.harrierPriority = i // below all that started out
			}
		}
		return harrierHighest(pp)
	case harrierRaces:
		gp := harrierHighest(pp)
		if gp.harrierNext != 0 {
			harrierEachRunnable(pp, func(other *g) {
				if other.harrierNext == gp.harrierNext && other.harrierSeq != 0 {
					other.harrierPriority = harrierDraw(1<<32)<<31 | 1<<63
				}
			})
		}
		return gp
	case harrierDelays:
		if harrierDepth > 0 && harrierDraw(harrierLength) < harrierDepth {
			harrierDepth--
			return harrierNth(pp, harrierDraw(n))
		}
	case harrierRandomWalk:
		return harrierNth(pp, harrierDraw(n))
	}
	return usual
}

func harrierHighest(pp *p) (best *g) {
	harrierEachRunnable(pp, func(gp *g) {
		if gp.harrierSeq != 0 && !harrierWaits(gp) && (best == nil || gp.harrierPriority > best.harrierPriority ||
			gp.harrierPriority == best.harrierPriority && gp.harrierSeq < best.harrierSeq) {
			best = gp
		}
	})
	return
}

// harrierNth is the k-th goroutine that can run, in the order of the queues.
func harrierNth(pp *p, k uint64) (found *g) {
	harrierEachRunnable(pp, func(gp *g) {
		if gp.harrierSeq != 0 && !harrierWaits(gp) {
			if k == 0 {
				found = gp
			}
			k--
		}
	})
	return
}

// harrierLongest is the goroutine that could have run for the longest time.
func harrierLongest(pp *p) (found *g) {
	harrierEachRunnable(pp, func(gp *g) {
		if gp.harrierSeq != 0 && !harrierWaits(gp) && (found == nil || gp.harrierSince < found.harrierSince ||
			gp.harrierSince == found.harrierSince && gp.harrierSeq < found.harrierSeq) {
			found = gp
		}
	})
	return
}

func harrierEachRunnable(pp *p, fn func(gp *g)) {
	if pp.runnext != 0 {
		fn(pp.runnext.ptr())
	}
	for i := pp.runqhead; i != pp.runqtail; i++ {
		fn(pp.runq[i%uint32(len(pp.runq))].ptr())
	}
	for gp := sched.runq.head.ptr(); gp != nil; gp = gp.schedlink.ptr() {
		fn(gp)
	}
}

// harrierDequeue takes gp out of whichever queue it is in.
func harrierDequeue(pp *p, gp *g) {
	if pp.runnext.ptr() == gp {
		pp.runnext = 0
		return
	}
	size := uint32(len(pp.runq))
	for i := pp.runqhead; i != pp.runqtail; i++ {
		if pp.runq[i%size].ptr() == gp {
			for ; i+1 != pp.runqtail; i++ {
				pp.runq[i%size] = pp.runq[(i+1)%size]
			}
			atomic.StoreRel(&pp.runqtail, pp.runqtail-1)
			return
		}
	}
	var before *g
	for at := sched.runq.head.ptr(); at != nil; before, at = at, at.schedlink.ptr() {
		if at != gp {
			continue
		}
		if before == nil {
			sched.runq.head = at.schedlink
		} else {
			before.schedlink = at.schedlink
		}
		if sched.runq.tail.ptr() == at {
			sched.runq.tail.set(before)
		}
		at.schedlink = 0
		sched.runq.size--
		return
	}
	throw("harrier: a goroutine that can run is in no queue")
}
