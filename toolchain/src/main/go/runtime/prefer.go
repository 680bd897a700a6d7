// Preferred cases of selects: GFuzz's message orders, section 4.2.
//
// A select that the plan has a preference for looks only at its preferred case, and
// waits only for it, until it comes or patience ends; then it begins again
// with all its cases. It stays one select with all its cases in the trace. A
// preference that can't be kept (a nil channel, a select in a synctest bubble, whose
// clock would take the wait for idleness, a send of a timer, which is no
// goroutine) is passed over. In a controlled run patience also ends where another
// case has been ready for harrierPastReadyNS: a goroutine that can run does.

package runtime

import (
	"internal/runtime/atomic"
	"unsafe"
)

// harrierPrefer is the case that a select shall prefer, -1 if any will do.
//
//go:noinline
func harrierPrefer(scases []scase) int {
	gp := getg()
	pc := gp.harrierTrySite
	cases := len(scases)
	if pc == 0 {
		pc = harrierSite(getfp(), 1)
	} else {
		cases++ // its default, which the runtime's selects don't count
	}
	i := harrierNextPreference(pc, cases)
	if i < 0 || i >= len(scases) || scases[i].c == nil || harrierInBubble(gp) {
		return -1
	}
	if gp.harrierTimer == nil {
		gp.harrierTimer = new(timer)
		gp.harrierTimer.init(harrierOutOfPatience, gp)
	}
	harrierEmit1(harrierPreferred, pc, uint64(i))
	return i
}

// harrierBePatient is called with c locked, before the goroutine parks. Its
// timer can't do anything until that is done. A select that need not block has a
// case that is ready: its default.
func harrierBePatient(c *hchan, block bool) {
	gp := getg()
	gp.harrierPrefers = c
	gp.harrierReadyAt = 0
	if !block {
		gp.harrierReadyAt = nanotime()
	}
	harrierPatientOnes.Add(1)
	gp.harrierTimer.reset(nanotime()+harrierPatienceFor, 0)
	harrierPutOffAlarm(harrierPatienceFor)
}

// harrierPatient is called when the goroutine that was patient runs again, c
// locked.
func harrierPatient(gaveUp bool, chosen int) {
	gp := getg()
	gp.harrierPrefers = nil
	harrierPatientOnes.Add(-1)
	waited := harrierPatienceFor
	flag := uint64(harrierFlag1)
	if !gaveUp {
		flag = harrierFlag2
	}
	if left := gp.harrierTimer.when - nanotime(); left > 0 {
		harrierPutOffAlarm(-left)
		waited -= left
	}
	waited = max(waited, 0)
	gp.harrierTimer.stop()
	harrierEmit1(harrierPreferred|flag, 0, uint64(uint16(int16(chosen)))|uint64(waited)/1000<<16)
}

// harrierOutOfPatience is the timer's function.
func harrierOutOfPatience(arg any, _ uintptr, _ int64) { harrierGiveUp(arg.(*g)) }

// harrierGiveUp wakes a goroutine that is patient as a partner would, but without a
// message.
func harrierGiveUp(gp *g) {
	c := gp.harrierPrefers
	if c == nil {
		return
	}
	lock(&c.lock)
	// Its param is nil since before it parked, and shows that no partner woke it.
	woken := gp.harrierPrefers == c && gp.waiting != nil && gp.selectDone.CompareAndSwap(0, 1)
	unlock(&c.lock)
	if woken {
		goready(gp, 1)
	}
}

// harrierPatientOnes counts the selects that wait for their preferred case.
var harrierPatientOnes atomic.Int64

// harrierWaitsByChoice reports whether gp's select waits for its preferred case although
// it need not: another one is ready. Such a goroutine can run.
func harrierWaitsByChoice(gp *g) bool {
	return gp.harrierPrefers != nil && (gp.harrierReadyAt != 0 || harrierOtherIsReady(gp))
}

// harrierTry does what a select with one case and a default does, if the plan
// has a preference for it; done reports whether it did. fp is the frame of the function
// that the compiler's code calls.
func harrierTry(c *hchan, elem unsafe.Pointer, sends int, fp uintptr) (selected, received, done bool) {
	pc := harrierSite(fp, 0)
	gp := getg()
	if c == nil || pc == 0 || harrierSiteAt(pc).pc == 0 || gp != gp.m.curg {
		return
	}
	gp.harrierTrySite = pc
	cas := scase{c, elem}
	var order [2]uint16
	chosen, received := selectgo(&cas, &order[0], nil, sends, 1-sends, false)
	gp.harrierTrySite = 0
	return chosen == 0, received, true
}
