// Which of its ready cases a select of a controlled run takes.

package runtime

import "unsafe"

// harrierSelectOrder takes the place of the draw that shuffles the cases of a
// select: in controlled runs they stay as they are, for harrierSelectDecide.
func harrierSelectOrder(n uint32) uint32 {
	if harrierSerial == 0 {
		return cheaprandn(n)
	}
	return n - 1
}

// harrierSelectDecide puts the case that is to be taken, of those that are
// ready, first. By default that is the first, but now and then another: loops
// rely on selects being fair.
func harrierSelectDecide(scases []scase, nsends int, order []uint16) {
	gp := getg()
	n := uint64(0)
	for _, i := range order {
		if harrierIsReady(scases[i].c, int(i) < nsends) {
			n++
		}
	}
	if n < 2 || gp.harrierName == 0 {
		return
	}
	gp.harrierSelects++
	usual := uint64(0)
	if gp.harrierSelects%harrierFairness == 0 {
		usual = gp.harrierSelects / harrierFairness % n
	}
	chosen := usual
	planned, ok := harrierPlanned(harrierSelectCase, gp.harrierName, gp.harrierPoints)
	if !ok && !harrierDrawsNothing {
		chosen = harrierDraw(n)
	}
	k := uint64(0)
	for at, i := range order {
		if !harrierIsReady(scases[i].c, int(i) < nsends) {
			continue
		}
		if ok && uint64(i) == planned || !ok && k == chosen {
			order[0], order[at] = i, order[0]
			if k != usual {
				harrierChose(harrierSelectCase, n, uint64(i), 0)
			}
			if harrierRecordsAll != 0 {
				harrierRecordCases(scases, nsends, order, n)
			}
			return
		}
		k++
	}
}

// harrierRecordCases records which cases are ready: first the one that is taken.
func harrierRecordCases(scases []scase, nsends int, order []uint16, n uint64) {
	for _, i := range order {
		if harrierIsReady(scases[i].c, int(i) < nsends) {
			harrierChose(harrierReadyCase, n, uint64(i), 0)
		}
	}
}

// harrierIsReady reports whether an operation on c would not block now.
func harrierIsReady(c *hchan, send bool) bool {
	if c.closed != 0 {
		return true
	}
	if send {
		return c.qcount < c.dataqsiz || harrierHasWaiter(c.recvq.first)
	}
	return c.qcount > 0 || harrierHasWaiter(c.sendq.first)
}

// harrierHasWaiter reports whether one in the queue still waits: a select that
// was served elsewhere stays in its other queues until it runs.
func harrierHasWaiter(sg *sudog) bool {
	for ; sg != nil; sg = sg.next {
		if !sg.isSelect || sg.g.selectDone.Load() == 0 {
			return true
		}
	}
	return false
}

// harrierPastReadyNS is for how long a select of a controlled run waits for its
// preferred case while another one is ready: past the time limits that programs set
// themselves, and well below that of a test.
const harrierPastReadyNS = 2 * 60 * 1000 * 1000 * 1000

// harrierHurry is called before the clock jumps to next, when nothing can run. It ends
// the patience of the selects that would wait for too long past a ready case, and returns
// whether there are any.
func harrierHurry(next int64) (any bool) {
	if harrierPatientOnes.Load() == 0 {
		return false
	}
	harrierEachG(func(gp *g) {
		if !harrierWaitsByChoice(gp) {
			return
		}
		if gp.harrierReadyAt == 0 {
			gp.harrierReadyAt = harrierNow()
		}
		if next-gp.harrierReadyAt > harrierPastReadyNS {
			harrierGiveUp(gp)
			any = true
		}
	})
	return
}

// harrierOtherIsReady reports whether another case is ready than the one that gp's select
// waits for. Of its channels the first eight are known.
func harrierOtherIsReady(gp *g) bool {
	for i := range gp.harrierObjectCount {
		c := (*hchan)(unsafe.Pointer(gp.harrierObjects[i]))
		if c != gp.harrierPrefers && harrierIsReady(c, gp.harrierSendCases>>i&1 != 0) {
			return true
		}
	}
	return false
}
