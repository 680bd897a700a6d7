// The clock of controlled runs.
//
// While anything can run it ticks, once for each operation and each reading by the
// program; the runtime's own readings, some of them at moments of real time, do
// not count. It moves on by more only where a decision says so (computing.go). It jumps
// to the next timer when nothing can run: sleeps and timeouts cost nothing. How long the environment takes does not count either: while nothing
// can run it is given a while of real time (outside.go), and the clock stands still.

package runtime

import "internal/runtime/atomic"

const (
	harrierTickNS     = 1000
	harrierRoundNS    = 100 * 1000 // all that can run have yielded
	harrierForever    = 1 << 59    // timers further away are "never"
	harrierRecordedNS = 100 * 1000 * 1000

	// harrierLatencyNS is how late a timer is that the clock jumps to. None is ever
	// exactly on time, and programs rely on that: what is measured from a moment after
	// the timer was set is not shorter than the timer.
	harrierLatencyNS = 100 * 1000
)

var (
	harrierClockMode uint32 // 1 if the clock is this one
	harrierClockNow  atomic.Int64
	harrierWall      int64 // wall clock minus clock
)

func harrierClockStart() {
	harrierClockNow.Store(1000 * 1000 * 1000)
	harrierWall = 1700000000 * 1000 * 1000 * 1000
	harrierClockMode = 1
}

//go:nosplit
func harrierNow() int64 { return harrierClockNow.Load() }

// harrierTimestamp is the time as records have it: the clock's in a controlled run, so that
// its events have the same times in each replay.
//
//go:nosplit
func harrierTimestamp() uint64 {
	if harrierClockMode != 0 {
		return uint64(harrierNow())
	}
	return uint64(cputicks())
}

// harrierAdvanceClock lets time pass.
func harrierAdvanceClock(ns int64) { harrierClockNow.Add(ns) }

func harrierTimerIsDue(pp *p) bool {
	w := pp.timers.wakeTime()
	return w != 0 && w <= harrierNow()
}

// harrierReadClock is what package time reads: a loop that waits for a
// deadline by looking at the clock sees it advance.
func harrierReadClock() (sec int64, nsec int32, mono int64) {
	harrierInput(harrierClockInput)
	harrierComputes()
	harrierAdvanceClock(harrierTickNS)
	mono = harrierNow()
	wall := mono + harrierWall
	return wall / 1e9, int32(wall % 1e9), mono
}

// harrierReadNano is harrierReadClock for those that only want the difference.
func harrierReadNano() int64 {
	harrierInput(harrierClockInput)
	harrierComputes()
	harrierAdvanceClock(harrierTickNS)
	return harrierNow()
}

// harrierNextTimer is when the next timer expires, 0 if none does. Timers that were
// stopped or set again stay where they were in the heap until the runtime cleans it
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

// harrierJump sets the clock forward to t. After a jump that is worth recording, the next
// record has the time; else it is recorded after so many bytes.
func harrierJump(t int64) {
	if d := t - harrierNow(); d > 0 {
		harrierClockNow.Add(d)
		if d >= harrierRecordedNS || harrierDetails|harrierTimesJumps != 0 {
			harrierRecordTime()
		}
	}
}

// harrierRecordTime has the next record say what time it is.
func harrierRecordTime() {
	b := &allp[0].harrier
	b.limit = min(b.limit, b.pos)
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
	harrierRecordTime() // by how much it was early says what was decided
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
	if harrierClockMode != 0 && t != nil {
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

// harrierTimeIsUp reports whether the test run reaches its limit before anything
// else happens; the monitor raises the alarm then, which the scheduler can't.
// next is when the next timer expires, 0 if none does.
func harrierTimeIsUp(next int64) bool {
	at := harrierAlarmAt + harrierAlarmPutOff
	if harrierAlarmTimer == nil || harrierAlarmSpent || next != 0 && next < at || harrierAnyDescriptors() {
		return false
	}
	harrierJump(at)
	return harrierRouseMonitor(true)
}
