// The clock of controlled runs.
//
// While anything can run it ticks, once for each operation and each reading by the
// program; the runtime's own readings, some of them at moments of real time, do
// not count. It jumps to the next timer when nothing can run: sleeps and timeouts
// cost nothing. While nothing can run but a call into the system or into C is
// under way, time passes as it really does, until the call returns or the next
// timer expires. Once the poller watches a descriptor the clock follows real
// time, plus what it has jumped: others may be waiting for the outside world.

package runtime

import "internal/runtime/atomic"

const (
	harrierReal    = iota // not controlled
	harrierVirtual        // ticks and jumps
	harrierHybrid         // real time plus jumps
)

const (
	harrierTickNS  = 1000
	harrierRoundNS = 100 * 1000       // all that can run have yielded
	harrierGraceNS = 20 * 1000 * 1000 // real time that pending I/O is given
	harrierForever = 1 << 59          // timers further away are "never"

	harrierCallNS = 3 * 1000 * 1000 * 1000 // real time for which a call keeps timers from expiring
	harrierNapUS  = 100
)

var (
	harrierClockMode uint32
	harrierClockNow  atomic.Int64 // in hybrid mode: what it is ahead of real time
	harrierWall      int64        // wall clock minus clock
)

func harrierClockStart() {
	harrierClockNow.Store(1000 * 1000 * 1000)
	harrierWall = 1700000000 * 1000 * 1000 * 1000
	harrierClockMode = harrierVirtual
}

//go:nosplit
func harrierNow() int64 {
	if harrierClockMode == harrierHybrid {
		return nanotime1() + harrierClockNow.Load()
	}
	return harrierClockNow.Load()
}

// harrierPass lets time pass, unless real time does.
func harrierPass(ns int64) {
	if harrierClockMode == harrierVirtual {
		harrierClockNow.Add(ns)
	}
}

func harrierTimerIsDue(pp *p) bool {
	w := pp.timers.wakeTime()
	return w != 0 && w <= harrierNow()
}

// harrierReadClock is what package time reads: a loop that waits for a
// deadline by looking at the clock sees it advance.
func harrierReadClock() (sec int64, nsec int32, mono int64) {
	harrierPass(harrierTickNS)
	mono = harrierNow()
	wall := mono + harrierWall
	return wall / 1e9, int32(wall % 1e9), mono
}

// harrierReadNano is harrierReadClock for those that only want the difference.
func harrierReadNano() int64 {
	harrierPass(harrierTickNS)
	return harrierNow()
}

// harrierMutexTime is what locks measure how long somebody waits with: real time
// must not decide who gets a lock.
func harrierMutexTime() int64 {
	if harrierClockMode == harrierHybrid {
		return int64(harrierPicks) * harrierTickNS
	}
	return harrierNow()
}

// harrierGoHybrid is called when the poller has taken a descriptor. Those that it
// refuses, of regular files, are read and written without it.
func harrierGoHybrid() {
	if harrierClockMode == harrierVirtual {
		harrierClockNow.Add(-nanotime1())
		harrierClockMode = harrierHybrid
	}
}

// harrierNextTimer is when the next timer expires, 0 if none does. Timers that were
// stopped or set anew stay where they were in the heap until the runtime cleans it
// up: the clock must not jump to where one was.
func harrierNextTimer() int64 {
	next := int64(0)
	for _, pp := range allp {
		ts := &pp.timers
		if ts.zombies.Load() == 0 && ts.minWhenModified.Load() == 0 {
			next = harrierEarlier(next, ts.wakeTime())
			continue
		}
		ts.lock()
		for i := range ts.heap {
			tw := &ts.heap[i]
			switch state := tw.timer.astate.Load(); {
			case state&timerZombie != 0:
			case state&timerModified != 0:
				next = harrierEarlier(next, tw.timer.when)
			default:
				next = harrierEarlier(next, tw.when)
			}
		}
		ts.unlock()
	}
	if next-harrierNow() > harrierForever {
		return 0
	}
	return next
}

// harrierEarlier is the earlier of two times; 0 is never.
func harrierEarlier(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// harrierJump sets the clock forward to t.
func harrierJump(t int64) {
	if d := t - harrierNow(); d > 0 {
		harrierClockNow.Add(d)
	}
}

// harrierExpire lets the next timer expire while others can still run: as if
// they had been slow. The limit of the test run moves with it. The result is by
// how many microseconds it was early; there is no timer if ok is false.
func harrierExpire() (early uint64, ok bool) {
	t := harrierNextTimer()
	if t == 0 {
		return 0, false
	}
	d := max(t-harrierNow(), 0)
	harrierPutOffAlarm(d)
	harrierJump(t)
	return min(uint64(d)/1000, 1<<31-1), true
}

// harrierAlarmAt is when the time of the test run is up, but for what it was
// put off: goroutines may have begun to wait before the limit was set.
var harrierAlarmAt int64

// harrierAlarmPutOff is by how much it was put off since the program began.
var harrierAlarmPutOff int64

// harrierTakeAlarm takes the limit of the test run into our own hands: its
// timer is put off for ever. Only time in which nothing could run counts, and
// it must not keep timers that are further away from expiring early.
func harrierTakeAlarm(t *timeTimer) {
	if harrierClockMode != harrierReal && t != nil {
		harrierAlarmAt = t.timer.when
		t.timer.reset(harrierNow()+2*harrierForever, 0)
	}
}

// harrierPutOffAlarm gives the test run more time: it waits for our sake.
func harrierPutOffAlarm(ns int64) {
	if harrierSerial != 0 {
		harrierAlarmPutOff += ns
	}
}

// harrierTimeIsUp tells whether the test run reaches its limit before anything
// else happens; the monitor raises the alarm then, which the scheduler can't.
// next is when the next timer expires, 0 if none does.
func harrierTimeIsUp(next int64) bool {
	at := harrierAlarmAt + harrierAlarmPutOff
	if harrierAlarmTimer == nil || harrierAlarmSpent || next != 0 && next < at || netpollinited() && netpollAnyWaiters() {
		return false
	}
	harrierJump(at)
	return harrierRouseMonitor(true)
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

// harrierIdle is called by findRunnable when there is nothing to run. It
// tells whether there is now.
func harrierIdle(now, pollUntil int64) (*g, bool) {
	if harrierClockMode == harrierReal || harrierOn == 0 {
		return nil, false
	}
	if harrierInCalls() > 0 {
		return nil, harrierAwaitCalls()
	}
	if netpollinited() && netpollAnyWaiters() {
		for t := nanotime1(); nanotime1()-t < harrierGraceNS; {
			list, delta := netpoll(harrierGraceNS / 10)
			if !list.empty() {
				injectglist(&list)
				netpollAdjustWaiters(delta)
				return nil, true
			}
			if sched.gcwaiting.Load() || sched.runq.size != 0 || harrierInCalls() > 0 {
				return nil, true
			}
		}
	}
	next := harrierNextTimer()
	if next == 0 && !harrierHeldBack.empty() {
		harrierReleaseHeld(true)
		return nil, true
	}
	if harrierTimeIsUp(next) {
		return nil, true
	}
	if next == 0 {
		return nil, false
	}
	harrierJump(next)
	harrierJumps++
	return nil, true
}

// harrierAwaitCalls lets real time pass until a call returns, or the next timer
// expires. False means that there is no timer, so that only a call can end this.
func harrierAwaitCalls() bool {
	next := harrierNextTimer()
	if next == 0 {
		return false
	}
	most := harrierCallTime(next)
	for start := nanotime1(); nanotime1()-start < most; {
		usleep(harrierNapUS)
		if sched.gcwaiting.Load() || sched.runq.size != 0 || harrierInCalls() == 0 {
			return true
		}
	}
	harrierJump(next)
	harrierJumps++
	return true
}
