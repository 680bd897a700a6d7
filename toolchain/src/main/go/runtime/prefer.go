// Preferred cases of selects: GFuzz's message orders, section 4.2.
//
// A select that the plan has a wish for looks at its preferred case alone, and
// waits for it alone, until it comes or patience ends; then it begins again
// with all its cases. It stays one select with all its cases in the trace. A
// wish that can't be kept (a nil channel, a select in a synctest bubble, whose
// clock would take the wait for idleness, a send of a timer, which is no
// goroutine) is passed over.

package runtime

import "unsafe"

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
// timer can't do anything until that is done.
func harrierBePatient(c *hchan) {
	gp := getg()
	gp.harrierPrefers = c
	gp.harrierTimer.reset(nanotime()+harrierPatienceFor, 0)
	harrierPutOffAlarm(harrierPatienceFor)
}

// harrierPatient is called when the goroutine that was patient runs again, c
// locked.
func harrierPatient(gaveUp bool, chosen int) {
	gp := getg()
	gp.harrierPrefers = nil
	waited := harrierPatienceFor
	flag := uint64(harrierFlag1)
	if !gaveUp {
		left := gp.harrierTimer.when - nanotime()
		harrierPutOffAlarm(-left)
		waited = max(waited-left, 0)
		flag = harrierFlag2
	}
	gp.harrierTimer.stop()
	harrierEmit1(harrierPreferred|flag, 0, uint64(uint16(int16(chosen)))|uint64(waited)/1000<<16)
}

// harrierOutOfPatience is the timer's function. It wakes the goroutine as a
// partner would, but without a message.
func harrierOutOfPatience(arg any, _ uintptr, _ int64) {
	gp := arg.(*g)
	c := gp.harrierPrefers
	if c == nil {
		return
	}
	lock(&c.lock)
	woken := gp.harrierPrefers == c && gp.waiting != nil && gp.selectDone.CompareAndSwap(0, 1)
	if woken {
		gp.param = nil
	}
	unlock(&c.lock)
	if woken {
		goready(gp, 1)
	}
}

// harrierTry does what a select with one case and a default does, if the plan
// has a wish for it; done tells whether it did. fp is the frame of the function
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
