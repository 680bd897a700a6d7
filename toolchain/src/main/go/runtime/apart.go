// Sleeping goroutines that nothing else can tell anything. A sleep waits for no object: what
// matters is the memory that the goroutine reads when it wakes. If neither that nor what leads
// to it is reached but from goroutines that only time wakes, nothing else changes it any more.
// Which memory a loop reads, the source says; here it is all that its frames lead to over
// three pointers.

package runtime

import (
	"internal/stringslite"
	"unsafe"
)

const (
	harrierApartHops  = 3       // mostHops in usages/stable.go
	harrierApartWords = 1 << 14 // to look at for one goroutine
)

// harrierMayBeApart tells whether gp sleeps, and is looked at.
func harrierMayBeApart(gp *g) bool {
	return gp.waitreason == waitReasonSleep && gp.harrierTest != 0 && gp.harrierRuns == 0 && !gp.harrierSystem && !harrierInBubble(gp)
}

// harrierLook looks at what frames lead to.
type harrierLook struct {
	words      int
	any, known bool // it leads somewhere; something else, too, leads there
}

// harrierIsApart is called with the world stopped. What it can't look at counts as known.
func harrierIsApart(gp *g) bool {
	look := harrierLook{words: harrierApartWords}
	systemstack(func() {
		users := false
		var u unwinder
		for u.initAt(^uintptr(0), ^uintptr(0), 0, gp, unwindSilentErrors); u.valid() && !look.known; u.next() {
			// The timer of a sleep is reached from the runtime's heap of timers.
			name := funcname(u.frame.fn)
			users = users || name != "time.Sleep" && !stringslite.HasPrefix(name, "runtime.")
			if users {
				look.frame(&u.frame)
			}
		}
	})
	return look.any && !look.known
}

// frame looks at the pointers that are live in it, as the collector does. In one that has
// variables whose address is taken every word counts.
func (look *harrierLook) frame(frame *stkframe) {
	locals, args, objects := frame.getStackMap(false)
	if len(objects) != 0 {
		look.at(frame.sp, frame.varp, harrierApartHops)
	} else {
		look.bits(frame.varp-uintptr(locals.n)*8, locals)
	}
	look.bits(frame.argp, args)
}

func (look *harrierLook) bits(from uintptr, live bitvector) {
	for i := uintptr(0); i < uintptr(live.n); i++ {
		if live.ptrbit(i) == 1 {
			look.at(from+i*8, from+i*8+8, harrierApartHops)
		}
	}
}

func (look *harrierLook) at(from, to uintptr, hops int) {
	for p := from; p < to && !look.known; p += 8 {
		if look.words--; look.words < 0 {
			look.known = true
			return
		}
		look.object(*(*uintptr)(unsafe.Pointer(p)), hops)
	}
}

func (look *harrierLook) object(addr uintptr, hops int) {
	s := spanOf(addr)
	if s == nil || s.state.get() != mSpanInUse || addr < s.base() || addr >= s.limit {
		return
	}
	index := s.objIndex(addr)
	if s.isFree(index) {
		return
	}
	look.any = true
	if s.markBitsForIndex(index).isMarked() {
		look.known = true
	} else if hops > 1 && !s.spanclass.noscan() {
		base := s.base() + index*s.elemsize
		look.at(base, base+s.elemsize, hops-1)
	}
}

// harrierNoteApart notes that gp is known to such goroutines only. It may run from now on.
func harrierNoteApart(gp *g) { gp.harrierApart, gp.harrierApartParks = true, gp.harrierParks }

// harrierCameRound: it sleeps again since that was found, so that it has read the memory
// again, and nothing had changed it.
func harrierCameRound(gp *g) bool {
	return gp.harrierApart && gp.waitreason == waitReasonSleep && gp.harrierParks != gp.harrierApartParks
}

// harrierHoldsTimers is 1 while no timer fires. Marking takes as long as a short sleep: who wakes
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

// harrierApartEnded tells that one of them has ended since: it may have changed what another
// one reads.
var harrierApartEnded bool

// harrierApartMoved tells the same of one that waits for something else now.
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
