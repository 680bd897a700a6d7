// The environment of a controlled run: calls into the system or into C that last, and
// descriptors that the poller watches.
//
// A goroutine waits for the environment while it is in a call for which the
// watchdog gave the P away, or for a descriptor to become ready. When it is back can
// be up to real time, and is recorded then: at which point it was again one of those
// that can run. A plan that has the same waits at that point until the goroutine is
// back, and holds it back if it is back before.
//
// A descriptor's other end is in the same program as a rule, and then nothing is up to
// real time: the poller is asked at moments that follow only from the schedule, and
// what is ready then follows from what the program has done. It is otherwise if
// nothing was ready and the world was waited for, or if the program has started
// processes. From then on, whether there is something to read when a goroutine reads is up
// to real time, too, so that every read begins with a wait.

package runtime

import "unsafe"

const (
	// harrierReturnNS is the real time for which a point of a plan waits for a return.
	harrierReturnNS = 10 * 1000 * 1000 * 1000

	harrierCallNS  = 3 * 1000 * 1000 * 1000 // real time for which a call keeps timers from expiring
	harrierGraceNS = 20 * 1000 * 1000       // and a descriptor
	harrierNapUS   = 100

	// harrierPollEvery is after how many scheduling points and decisions the poller is
	// asked although others can run: they may continue for as long as no goroutine is back.
	harrierPollEvery = 4096

	harrierDescriptor = 1 << 30 // in the number of what a goroutine is away for
)

var (
	harrierJumps    uint32 // of the clock, at the present point
	harrierBack     uint64 // how many came back at the present point
	harrierOutside  bool   // no goroutine could run, and the environment is waited for
	harrierPolledAt uint64 // points and decisions, when the poller was asked last

	harrierHeldBack gQueue // goroutines that are back before their point
)

// harrierForked reports whether the program has started a process.
//
//go:linkname harrierForked
var harrierForked bool

// harrierMayTake is called by sysmon when it is about to take the P from the call that
// gp is in, which can't return meanwhile. The call that the watchdog saw may be over,
// and this another one.
func harrierMayTake(gp *g) bool {
	if gp.goid != harrierCaller || gp.harrierCalls != harrierCall {
		return false
	}
	harrierGivesAway(gp)
	return true
}

// harrierGivesAway is called when the call that gp is in gives the P away.
func harrierGivesAway(gp *g) {
	gp.harrierAway = gp.harrierName != 0
	gp.harrierAwayFor = gp.harrierCalls
}

// harrierKeptAway is called when gp comes back from a call for which it kept the P. If
// others continued meanwhile in the recorded run, they do now.
func harrierKeptAway(gp *g) {
	if _, planned := harrierPlanned(harrierReturns, gp.harrierName, gp.harrierCalls); planned {
		harrierGivesAway(gp)
		mcall(gosched_m)
	}
}

// harrierHandOver is called by a thread that has put the goroutine which it brought
// back into the queue: if the P is idle, another one takes it.
func harrierHandOver() {
	lock(&sched.lock)
	pp, _ := pidleget(0)
	unlock(&sched.lock)
	if pp != nil {
		handoffp(pp)
	}
}

// harrierDescriptorReady is called when the descriptor that gp waits for is ready.
func harrierDescriptorReady(gp *g) {
	gp.harrierAway = gp.harrierName != 0
	gp.harrierAwayFor = harrierWaitNumber(gp)
}

// harrierUsesDescriptor is called before each use of one that may have to wait.
func harrierUsesDescriptor() { getg().harrierUses++ }

// harrierWaitNumber is that of the wait for a descriptor that gp is in.
func harrierWaitNumber(gp *g) uint64 { return harrierDescriptor | gp.harrierUses }

// harrierWaitToRead has a read of pd begin with a wait.
func harrierWaitToRead(pd *pollDesc) int {
	gp := getg()
	if !harrierForked || pd.harrierPlace != harrierKernel || gp.harrierName == 0 || gp != gp.m.curg {
		return pollNoError
	}
	gp.harrierWaitsFor = uintptr(unsafe.Pointer(pd)) // outside the heap
	errcode := poll_runtime_pollWait(pd, 'r')
	gp.harrierWaitsFor = 0
	return errcode
}

// harrierReadable adds those to list that wait to read data that has arrived already: the
// poller reports only what becomes ready.
func harrierReadable(list *gList) (delta int32) {
	harrierEachG(func(gp *g) {
		if pd := (*pollDesc)(unsafe.Pointer(gp.harrierWaitsFor)); pd != nil && harrierState(gp) == harrierWaiting && harrierHasInput(pd.fd) {
			delta += netpollready(list, pd, 'r')
		}
	})
	return
}

// harrierHasInput reports whether a read of fd does not have to wait.
func harrierHasInput(fd uintptr) bool {
	const input = 1 // POLLIN
	asked := struct {
		fd            int32
		events, ready int16
	}{int32(fd), input, 0}
	var never [2]int64
	harrierSyscall(harrierSysPoll, uintptr(noescape(unsafe.Pointer(&asked))), 1, uintptr(noescape(unsafe.Pointer(&never))), 0, 0, 0)
	return asked.ready != 0
}

// harrierForks is called when the program has started a process.
func harrierForks() { harrierForked = true }

// harrierComesBack reports whether gp, which has been away, can run from here on.
func harrierComesBack(gp *g) bool {
	_, planned := harrierPlanned(harrierReturns, gp.harrierName, gp.harrierAwayFor)
	if planned && harrierReturnsHere() != gp.harrierName {
		return false
	}
	gp.harrierAway = false
	if planned || gp.harrierAwayFor&harrierDescriptor == 0 || harrierOutside || harrierForked {
		at := harrierCurrent
		at.point = harrierReturnPoint()
		harrierNoteChoice(at, harrierReturned, gp.harrierAwayFor, gp.harrierName, gp.goid)
		harrierBack++
	}
	return true
}

// harrierReturnsHere is the name of the next goroutine that comes back at the present
// point, as the plan says; 0 if it says nothing.
func harrierReturnsHere() uint64 {
	name, _ := harrierPlanned(harrierReturned, harrierCurrent.name, harrierReturnPoint()|harrierBack<<32)
	return name
}

// harrierReturnPoint is the present point, and how often the clock has jumped since
// it was reached: a timer that expires when no goroutine can run makes no point.
func harrierReturnPoint() uint64 {
	return uint64(uint32(harrierCurrent.point) + harrierJumps<<20)
}

// harrierAwaitReturns waits for the goroutines that come back at the present point.
// The caller holds sched.lock, which is given up meanwhile.
func harrierAwaitReturns(pp *p) {
	for start := nanotime1(); ; {
		name := harrierReturnsHere()
		if name == 0 {
			return
		}
		harrierReleaseHeld(false)
		if harrierReturnsHere() != name {
			start = nanotime1()
			continue
		}
		if !harrierIsOut(name) || nanotime1()-start >= harrierReturnNS || sched.gcwaiting.Load() {
			return
		}
		unlock(&sched.lock)
		if !harrierPoll() {
			usleep(harrierNapUS)
		}
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

// harrierIsOut reports whether the bearer of name waits for the environment, or is held
// back after that; any name will do if it is 0 and the plan says where it comes back.
func harrierIsOut(name uint64) (out bool) {
	harrierEachG(func(gp *g) {
		number := gp.harrierAwayFor
		if !gp.harrierAway {
			if gp.harrierName == 0 || harrierState(gp) != harrierWaiting || gp.waitreason != waitReasonIOWait {
				return
			}
			number = harrierWaitNumber(gp)
		}
		if name == 0 {
			_, planned := harrierPlanned(harrierReturns, gp.harrierName, number)
			out = out || planned
		} else {
			out = out || gp.harrierName == name
		}
	})
	return
}

// harrierInCalls counts the goroutines in system calls, except the one that
// waits for signals.
func harrierInCalls() int {
	n := 0
	harrierEachG(func(gp *g) {
		if harrierState(gp) == harrierSyscalling {
			n++
		}
	})
	if sig.state.Load() == sigReceiving {
		n--
	}
	return n
}

// harrierAnyDescriptors reports whether a goroutine waits for one of the environment's.
func harrierAnyDescriptors() bool { return netpollinited() && harrierOutsideWaiters() > 0 }

// harrierPollIsDue reports whether the poller is to be asked although others can run.
// What is ready is made to wait until no other goroutine can run otherwise, so that a
// connection is always slower than the program; a run may ask before each decision
// (harrierPolls), for what both ends do at the same time never happens then.
func harrierPollIsDue() bool {
	return netpollinited() && harrierPolledWaiters() > 0 && (harrierPolls != 0 && harrierOutsideWaiters() > 0 || harrierPicks+harrierCounted-harrierPolledAt >= harrierPollEvery)
}

// harrierPoll makes those able to run whose descriptor is ready, and reports whether
// there are any.
func harrierPoll() bool {
	if !netpollinited() || harrierPolledWaiters() == 0 {
		return false
	}
	harrierPolledAt = harrierPicks + harrierCounted
	list, delta := netpoll(0)
	if harrierForked {
		delta += harrierReadable(&list)
	}
	if list.empty() {
		return false
	}
	injectglist(&list)
	netpollAdjustWaiters(delta)
	return true
}

// harrierIdle is called by findRunnable when there is nothing to run. It
// reports whether there is now.
func harrierIdle(now, pollUntil int64) (*g, bool) {
	if harrierSerial == 0 || harrierOn == 0 {
		return nil, false
	}
	if harrierPoll() {
		return nil, true
	}
	next := harrierNextTimer()
	calls := harrierInCalls() > 0
	if calls || harrierAnyDescriptors() {
		harrierOutside = true
		if calls && next == 0 && harrierHeldBack.empty() {
			return nil, false // only a call can end this, or a descriptor
		}
		if harrierAwaitOutside(next, calls) {
			return nil, true
		}
	}
	if next == 0 && !harrierHeldBack.empty() {
		harrierReleaseHeld(true)
		return nil, true
	}
	if !calls && harrierTimeIsUp(next) {
		return nil, true
	}
	if next == 0 {
		return nil, false
	}
	if harrierHurry(next) {
		return nil, true
	}
	harrierJump(next + harrierLatencyNS)
	harrierJumps++
	harrierBack = 0
	return nil, true
}

// harrierAwaitOutside lets real time pass until a goroutine is back, and reports whether
// a goroutine may be.
func harrierAwaitOutside(next int64, calls bool) bool {
	most := harrierOutsideTime(next, calls)
	for start := nanotime1(); nanotime1()-start < most; {
		if harrierPoll() {
			return true
		}
		usleep(harrierNapUS)
		if sched.gcwaiting.Load() || sched.runq.size != 0 || calls != (harrierInCalls() > 0) {
			return true
		}
	}
	return false
}

// harrierOutsideTime is for how much real time the environment is waited for before
// the clock jumps to the next timer.
func harrierOutsideTime(next int64, calls bool) int64 {
	if harrierAnyForcing != 0 {
		if name := harrierReturnsHere(); name != 0 && harrierIsOut(name) {
			return harrierReturnNS
		}
		if harrierIsOut(0) {
			return 0
		}
	}
	if calls {
		return min(next-harrierNow(), harrierCallNS)
	}
	return harrierGraceNS
}
