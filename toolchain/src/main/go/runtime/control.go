// Controlled runs: one goroutine at a time, the next one chosen by a seeded
// strategy, so that the same seed gives the same run.
//
// There is one P. Whenever the scheduler looks for work it takes a decision
// among all goroutines that can run, wherever they are queued; the runtime's
// own goroutines come first and draw nothing from the generator. A goroutine
// gives way before every operation that another goroutine can see (harrierSchedulingPoint),
// so that every order of such operations can happens. A goroutine that was
// stopped for any other reason (a collection, the watchdog) continues at once.
//
// A goroutine's name follows from its creator, and which of the creator's
// goroutines it is, and nothing else (names.go). Its points are where decisions are taken on its account: before an
// operation, and when it has stopped. They are numbered only by its own path,
// whatever the others do. What is decided there otherwise than in the default
// order is recorded, and what the plan says goes before the strategy's choice:
// that is how a schedule is replayed and minimized.
//
// Not controlled: the order of maps keyed by pointers, printed pointers,
// external I/O, and loops that perform no operation that gives way; for the
// last the watchdog steps in, and says so.

package runtime

import "unsafe"

// harrierUsualSlice is the starvation bound: after so many decisions a goroutine that
// could have run is chosen, whatever the strategy says, because some loops continue until
// another goroutine acts. A run may have another bound (harrierSlice): natively, a goroutine continues for ten
// milliseconds before others must have their turn, which is some 200,000
// operations.
const harrierUsualSlice = 5000

// harrierVain is after how many polls that fail, with nothing else between, a
// goroutine has yielded: what it waits for is up to others.
const harrierVain = 32

// harrierFairness is every how many selects with a choice the default order
// does not take the first case that is ready.
const harrierFairness = 16

// harrierMostExpiries is how many timers expire early in a run: where a ticker is never
// late enough, a test that hangs would not reach its limit of time.
const harrierMostExpiries = 1000

// harrierSerial is 1 in controlled runs.
//
//go:linkname harrierSerial
var harrierSerial uint32

var (
	harrierSeed            uint64
	harrierRng             uint64 // of the scheduler; goroutines have their own
	harrierCounted         uint64 // scheduling points since the test began
	harrierOperationsBegun uint64 // operations that have begun
	harrierSlice           uint64
	harrierPause           uint64 // for how many decisions one that yielded is no candidate
	harrierPolls           uint64 // 1 if goroutines that wait for I/O may continue while others can run
	harrierEarly           uint64 // of 1024 decisions, how many let a timer expire early
	harrierExpiries        uint64 // timers that did
	harrierCurrent         harrierPoint
	harrierLast            guintptr // the goroutine that runs or ran last
	harrierStopping        uint32   // the watchdog is stopping the goroutine that runs
)

// harrierPoint is a goroutine's point: of the one that runs or ran last.
type harrierPoint struct{ name, point, goid uint64 }

// How an operation accesses memory; 0 if it is no mere access.
const (
	harrierLoad = iota + 1
	harrierStore
	harrierUpdate

	harrierPlainly    = 4 // with one of the others: it is not atomic
	harrierDescribed  = 4 // by itself: it uses a descriptor, and harrierDescriptor says how
	harrierOfTimer    = 7 // by itself: it stops or resets a timer, and harrierDescriptor says how
	harrierDescribeAt = 32
)

// harrierChose records what was decided at the present point.
func harrierChose(kind, options, chosen, goid uint64) {
	harrierNoteChoice(harrierCurrent, kind, options, chosen, goid)
}

func harrierNoteChoice(at harrierPoint, kind, options, chosen, goid uint64) {
	if harrierOn == 0 {
		return
	}
	b := harrierBegin(harrierRoom, harrierActor())
	if b == nil {
		return
	}
	t := harrierTicket(b)
	p := b.pos
	b.pos = p + 48
	b.object = 0
	harrierPut(p+48, 0)
	harrierPut(p+40, chosen)
	harrierPut(p+32, goid)
	harrierPut(p+24, at.goid)
	harrierPut(p+16, kind|options<<8)
	harrierPut(p+8, at.name)
	harrierPut(p, harrierChoice|5<<8|t|at.point<<32)
	harrierDone(b)
}

func harrierDraw(n uint64) uint64 {
	harrierRng += 0x9e3779b97f4a7c15
	return (harrierMix(harrierRng) >> 32) * n >> 32
}

// harrierReset makes what is known of a goroutine that of a new one.
func harrierReset(gp *g, name uint64) {
	gp.harrierName = name
	gp.harrierRng = harrierMix(harrierSeedOf() ^ harrierMix(name))
	gp.harrierPriority = harrierMix(gp.harrierRng)>>1 | 1<<63
	gp.harrierChildren, gp.harrierTimers = 0, 0
	gp.harrierPoints, gp.harrierOperations, gp.harrierReadings, gp.harrierConnected = 0, 0, 0, 0
	gp.harrierSelects, gp.harrierPolls, gp.harrierPolled = 0, 0, 0
	gp.harrierYielded, gp.harrierSpins, gp.harrierUsage, gp.harrierResume = false, false, false, false
	gp.harrierObjectCount, gp.harrierAccess, gp.harrierInputs = 0, 0, 0
	gp.harrierCalls, gp.harrierUses, gp.harrierAway, gp.harrierWaitsFor = 0, 0, false, 0
	gp.harrierDelayed = harrierMustDelay(gp)
}

// harrierSchedulingPoint is called before an operation on object that another
// goroutine can see.
//
//go:linkname harrierSchedulingPoint
//go:noinline
func harrierSchedulingPoint(object unsafe.Pointer) {
	if harrierSerial == 0 {
		harrierInjectDelay()
		return
	}
	if gp := harrierAtPoint(); gp != nil {
		gp.harrierObjects[0] = uintptr(object)
		gp.harrierObjectCount = 1
		harrierDecideAt(gp, 0)
	}
}

// harrierSelectPoint is called before a select: which of its channels has a
// partner decides what it does, so it races with whatever is done on any of them.
// The first eight that are not nil count. The first nsends cases send.
func harrierSelectPoint(scases []scase, nsends int) {
	gp := harrierAtPoint()
	if gp == nil {
		getg().harrierObjectCount = 0 // what is known of the point before is of no select
		return
	}
	n := 0
	gp.harrierSendCases = 0
	for i := range scases {
		if c := scases[i].c; c != nil && n < len(gp.harrierObjects) {
			gp.harrierObjects[n] = uintptr(unsafe.Pointer(c))
			if i < nsends {
				gp.harrierSendCases |= 1 << n
			}
			n++
		}
	}
	gp.harrierObjectCount = uint8(n)
	harrierDecideAt(gp, 0)
}

// harrierAtPoint is the goroutine whose scheduling point this is, nil where none
// can be: in the runtime's own affairs.
func harrierAtPoint() *g {
	gp := getg()
	mp := gp.m
	if harrierSerial == 0 || gp != mp.curg || gp.harrierName == 0 || mp.locks != 0 || mp.preemptoff != "" || mp.incgo || mp.mallocing != 0 || sched.gcwaiting.Load() {
		return nil
	}
	if harrierRecorded.addr != 0 && harrierRecorded.kind == 0 {
		harrierRecordNow()
	}
	if harrierAtOperation != nil {
		harrierAtOperation()
	}
	gp.harrierAccess = 0
	return gp
}

// harrierDecideOf is harrierDecideAt of an access to one object.
func harrierDecideOf(gp *g, object uintptr, access uint8, pc uintptr) {
	gp.harrierObjects[0] = object
	gp.harrierObjectCount = 1
	gp.harrierAccess = access
	harrierDecideAt(gp, pc)
}

// harrierDecideAt lets others run first if that is decided. pc is that of an
// access to memory; other operations have records that have it.
func harrierDecideAt(gp *g, pc uintptr) {
	if !harrierHoldsUp() {
		harrierAdvanceClock(harrierTickNS)
	}
	gp.harrierSpins = false
	gp.harrierPoints++
	gp.harrierOperations++
	harrierCounted++
	harrierScheduler.arrive(gp, getfp())
	harrierArrive(gp)
	if harrierAnyForcing != 0 {
		harrierIsLate(gp)
	}
	if early, ok := harrierExpiresNow(); ok {
		harrierChose(harrierTimerExpiry, 2, early, 0)
	} else if pp := gp.m.p.ptr(); !gp.harrierYielded && runqempty(pp) && sched.runq.size == 0 && !harrierTimerIsDue(pp) && !harrierPollIsDue() && (harrierAnyForcing == 0 || harrierReturnsHere() == 0) {
		gp.harrierPoints++ // no goroutine to give way to
		harrierCurrent.point++
		harrierBegins(gp, pc)
		return
	}
	gp.harrierDelayed = harrierMustDelay(gp)
	mcall(gosched_m)
	harrierBegins(gp, pc)
}

// harrierIsLate has gp sleep before its present operation if the plan says so: others
// continue meanwhile, and timers fire. The points of gp, and the limit of the test run, are
// what they would be without it.
func harrierIsLate(gp *g) {
	micros, planned := harrierPlanned(harrierLateness, gp.harrierName, gp.harrierOperations)
	if !planned || micros == 0 {
		return
	}
	ns := int64(micros) * 1000
	harrierPutOffAlarm(ns)
	points := gp.harrierPoints
	gp.harrierDelayed = true // once it could continue
	timeSleep(ns)
	gp.harrierPoints = points
	harrierArrive(gp)
}

// harrierNoteOperation records which of the goroutine's operations begins.
func harrierNoteOperation(gp *g, pc uintptr) {
	if harrierOn == 0 {
		return
	}
	harrierOperationsBegun++
	number, access := uint32(gp.harrierOperations), gp.harrierAccess
	if access == 0 {
		harrierEmit0(harrierOperation, number)
		return
	}
	object, what := uint64(gp.harrierObjects[0]), uint64(harrierOffset(pc))
	if access == harrierDescribed || access == harrierOfTimer {
		what |= uint64(gp.harrierDescriptor) << harrierDescribeAt
	}
	if access == harrierOfTimer {
		t := (*timer)(unsafe.Pointer(gp.harrierObjects[0]))
		harrierEmit3(harrierOperation|harrierUpdate<<13, number, object, what, harrierTimerWord(t, t.arg))
		return
	}
	harrierEmit2(harrierOperation|uint64(access)<<13, number, object, what)
}

// harrierNoteFailedPoll is called when an operation that does not block has failed. From
// the harrierVain-th on, with nothing else between, each counts as a yield.
//
//go:linkname harrierNoteFailedPoll
//go:nosplit
func harrierNoteFailedPoll() {
	if harrierSerial == 0 {
		return
	}
	gp := getg()
	if gp.harrierOperations > gp.harrierPolled+1 {
		gp.harrierPolls = 0
	}
	gp.harrierPolled = gp.harrierOperations
	gp.harrierPolls++
	gp.harrierYielded = gp.harrierPolls >= harrierVain
}

// harrierExpiresNow lets the next timer expire if that is decided: as harrierExpire.
func harrierExpiresNow() (early uint64, ok bool) {
	if _, planned := harrierPlanned(harrierTimerExpiry, harrierCurrent.name, harrierCurrent.point); planned {
		return harrierExpire()
	}
	if harrierEarly == 0 || harrierDraw(1024) >= harrierEarly {
		return 0, false
	}
	early, ok = harrierExpire()
	if !ok {
		return 0, false
	}
	harrierExpiries++
	if harrierExpiries == harrierMostExpiries {
		harrierEarly = 0
	}
	return early, true
}
